/**
 * A golden journal, played through the server's projections, gives the same statements for ever: each section of each
 * period is a file below `golden`, a line for each row, so that a difference reads as what has changed for an investor.
 * `npx vitest run --project server server/test/statements -u` writes them anew; why they changed belongs in the commit.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { StatementFile } from '@mua/contract/entities/statement';
import { type Command, type EngineState, execute, stateHash } from '@mua/core/engine';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { openJournal } from '#journal/journal.ts';
import { collectRows } from '#journal/projections/collect-rows.ts';
import { emptyRows } from '#journal/projections/rows.ts';
import { openProjector } from '#journal/projector.ts';
import { recover } from '#journal/recovery.ts';
import { openProofs } from '#proof/proofs.ts';
import { statementCsv } from '#statements/statement-csv.ts';
import { ATTACHMENT, statementPdf } from '#statements/statement-pdf.ts';
import { createStatements, type Statements } from '#statements/statements.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { HASHES } from '../../../core/test/golden/hashes.ts';

const JOURNAL = '2026-11-order-types.jsonl';
/** Trades, and is called. */
const ACCOUNT = 'hoa-1';
/** Is liquidated, and owes for a while. */
const OWING = 'kien-1';
const MONTH = '2026-11';
const DAYS = Array.from({ length: 9 }, (_, day) => `2026-11-${20 + day}`);
/** On the others the account only waits. */
const PERIODS = ['2026-11-20', '2026-11-21', MONTH];

let database: Database;
let statements: Statements;

beforeAll(async () => {
  database = await openDatabase(await freshDatabaseUrl(), (error) => {
    throw error;
  });
  const state = await play(commandsOf(JOURNAL));
  expect(stateHash(state)).toBe(HASHES[JOURNAL]?.at(-1)?.stateHash);
  await database.pool.query(
    `insert into investor (investor_id, investor_code, full_name, kind, status, phone_number, email)
     values ('hoa', 'HOA', 'Nguyễn Thị Hòa', 'individual', 'ACTIVE', '0900000000', 'hoa@example.com'),
       ('kien', 'KIEN', 'Lê Trung Kiên', 'individual', 'ACTIVE', '0900000001', 'kien@example.com')`,
  );
  statements = await signed(state);
});
afterAll(() => database.close());

const { privateKey } = generateKeyPairSync('ed25519');

/** The statements of a journal, whose days are all signed. */
async function signed(state: EngineState): Promise<Statements> {
  const proofs = openProofs({
    ...{ pool: database.pool, url: database.url, mainKind: 'demo', nowMs: () => 0, signsDays: true },
    key: { privateKey, publicHex: '0'.repeat(64), nextHex: undefined },
    sequencer: { onDurable: () => undefined },
    clock: { every: () => () => undefined },
    onRefused: ({ facts }) => expect.unreachable(JSON.stringify(facts)),
    onError: (error) => expect.unreachable(String(error)),
  });
  await proofs.settled();
  return createStatements({ pool: database.pool, state, proofs });
}

function commandsOf(name: string): readonly Command[] {
  const text = readFileSync(new URL(`../../../core/test/golden/${name}`, import.meta.url), 'utf8');
  const untag = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && '$n' in value ? BigInt(String(value.$n)) : value;
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line, untag) as Command);
}

async function play(commands: readonly Command[]): Promise<EngineState> {
  const { state, headHash } = await recover(database.writer);
  const rows = emptyRows();
  // In the file they have the time at which they came, and not their place.
  const firstSeq = state.seq + 1;
  const placed = commands.map((command, index) => ({ ...command, seq: firstSeq + index }));
  for (const command of placed) collectRows(rows, command, execute(state, command));
  await openJournal(database.writer, database.epoch, headHash).append(placed, rows);
  const { url } = database;
  const onError = (error: unknown) => expect.unreachable(String(error));
  const projector = await openProjector({ url, onTrouble: onError, onFatal: onError });
  projector.take({ firstSeq, lastSeq: state.seq, rows });
  await projector.drained();
  await projector.close();
  return state;
}

/** As in the tree: a line for each row. */
function linesOf(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The proof has salts and a signature, which nobody can make twice. */
function sectionsOf({ statement }: StatementFile): Record<string, string> {
  const { movements, orders, fills, closedTrades, positions, rates, ...sums } = statement;
  return {
    'sums.json': `${JSON.stringify(sums, null, 2)}\n`,
    'movements.jsonl': linesOf(movements),
    'orders.jsonl': linesOf(orders),
    'fills.jsonl': linesOf(fills),
    'closed-trades.jsonl': linesOf(closedTrades),
    'positions.jsonl': linesOf(positions),
    'rates.jsonl': linesOf(rates),
    'statement.csv': statementCsv(statement),
  };
}

describe.each([...PERIODS.map((period) => [ACCOUNT, period] as const), [OWING, MONTH] as const])(
  'the statement of %s, %s',
  (account, period) => {
    test('has the sections that it always had', async () => {
      const sections = sectionsOf(await statements.read(account, period));
      for (const [name, text] of Object.entries(sections))
        await expect(text, `${period}, ${name}`).toMatchFileSnapshot(`golden/${account}/${period}/${name}`);
    });
  },
);

test('a month is its days, one after the other', async () => {
  const days = await Promise.all(DAYS.map((day) => statements.read(ACCOUNT, day)));
  const { statement: month } = await statements.read(ACCOUNT, MONTH);
  for (const section of ['movements', 'orders', 'fills', 'closedTrades'] as const)
    expect(days.flatMap(({ statement }): unknown[] => statement[section])).toEqual(month[section]);
  expect(month.movements).toHaveLength(20);
});

test.each(['vi', 'en'] as const)(
  'on paper it carries the same text, and reads as it always did: %s',
  async (language) => {
    const text = await drawn(statements, MONTH, language);
    await expect(text, language).toMatchFileSnapshot(`golden/${ACCOUNT}/${MONTH}/paper.${language}.txt`);
  },
);

/** After the goldens: the journal goes on in December. */
describe('a year on paper', () => {
  let year: Statements;
  beforeAll(async () => {
    const timeMs = Date.parse('2026-12-01T03:00:00Z');
    const bodies = [
      { kind: 'endTradeDate', nextTradeDate: '2026-12-01' },
      { kind: 'deposit', accountId: ACCOUNT, amountVnd: 50_000_000n, reference: 'MUADECEMBER' },
      { kind: 'endTradeDate', nextTradeDate: '2026-12-02' },
    ];
    year = await signed(await play(bodies.map((body) => ({ ...body, seq: 0, timeMs }) as Command)));
  });

  test('is its months, which add up, and its contracts; its lines are attached', async () => {
    const { file, months } = await year.readPaper(ACCOUNT, '2026');
    const { statement } = file;
    const monthFiles = await Promise.all(['2026-11', '2026-12'].map((month) => year.read(ACCOUNT, month)));
    expect(monthFiles.flatMap((month) => month.statement.movements)).toEqual(statement.movements);
    expect(months?.map(({ month, cash }) => [month, cash])).toEqual(
      monthFiles.map(({ statement: { to, closing } }) => [to.slice(0, 7), closing.cash]),
    );
    const moved = (months ?? []).flatMap(({ sums }) => [...sums.values()]).reduce((all, sum) => all + sum, 0n);
    expect(BigInt(statement.opening.cash) + moved).toBe(BigInt(statement.closing.cash));
    expect(months?.[1]?.sums).toEqual(new Map([['deposits', 50_000_000n]]));
  });

  test.each(['vi', 'en'] as const)('reads as it always did: %s', async (language) => {
    const text = await drawn(year, '2026', language);
    await expect(text, language).toMatchFileSnapshot(`golden/${ACCOUNT}/2026/paper.${language}.txt`);
  });
});

async function drawn(of: Statements, period: string, language: 'vi' | 'en'): Promise<string> {
  const paper = await of.readPaper(ACCOUNT, period);
  const spy = vi.spyOn(PDFDocument.prototype, 'text');
  const bytes = await statementPdf({ ...paper, language });
  const text = textOf(
    spy.mock.calls.map(([words]) => String(words)),
    paper.file,
  );
  spy.mockRestore();
  expect(attachmentOf(bytes)).toEqual(JSON.parse(JSON.stringify(paper.file)));
  return text;
}

function attachmentOf(bytes: Buffer): unknown {
  const text = bytes.toString('latin1');
  expect(text).toContain(`/F (${ATTACHMENT})`);
  const from = text.indexOf('stream\n', text.indexOf('/Type /EmbeddedFile')) + 'stream\n'.length;
  return JSON.parse(inflateSync(bytes.subarray(from, text.indexOf('\nendstream', from))).toString());
}

/** What is drawn, without the day's own hashes. */
function textOf(drawn: readonly string[], { proof }: StatementFile): string {
  return `${drawn.join('\n')}\n`.replaceAll(proof.dayHash, '<day>').replaceAll(proof.day.root, '<root>');
}
