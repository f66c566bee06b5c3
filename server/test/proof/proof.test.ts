/**
 * The signed days of a small journal: each once, chained, with sums that are the ledger's; the same bytes after a restart
 * and after a death in between; a day that does not add up is not signed.
 */
import { randomUUID, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { PublishedDay, SignedDay } from '@mua/contract/entities/proof';
import type { StatementFile } from '@mua/contract/entities/statement';
import { canonicalText } from '@mua/contract/proof/canonical';
import { checkStatement, type SignatureCheck } from '@mua/contract/proof/check-statement';
import { bytesToHex, dayHashOf } from '@mua/contract/proof/hashes';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '#ground/config.ts';
import { readProofKey } from '#proof/proof-key.ts';
import { openProofs } from '#proof/proofs.ts';
import { KeyNotAnnouncedError, type Refusal, signDays } from '#proof/sign-days.ts';
import { checkPdf } from '#signed-contracts/pdf-signature.ts';
import { pdfString } from '#signed-contracts/pdf-update.ts';
import { stageClock } from '#test/fixtures/clock.ts';
import { asOwner } from '#test/fixtures/database.ts';
import {
  AN_1,
  BINH_1,
  type Browser,
  CODE,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
let config: Config;

async function trade(side: 'BUY' | 'SELL', ticks: number, quantity = 1): Promise<void> {
  platform.venue.fillAtTicks = ticks;
  const order = { clientOrderId: randomUUID(), contractCode: CODE, side, orderType: 'LIMIT', duration: 'DAY' };
  await an.post(`/api/order/${AN_1}/place`, { ...order, quantity, limitPrice: (ticks / 4).toFixed(2) });
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

/** The server signs it too; whoever comes second finds it signed. */
async function endDate(nextTradeDate: string): Promise<void> {
  await platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate });
  await signDays(signer());
}

const refusals: Refusal[] = [];
const signer = (pool: pg.Pool = platform.database.pool, key = readProofKey(config)) => ({
  ...{ pool, key, nowMs: () => 0, onRefused: (refusal: Refusal) => refusals.push(refusal) },
});

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'proof-'));
  config = readConfig([], { PORT: '0', DATA_DIR: dataDir });
  platform = await startPlatform({ config });
  an = await signedIn(platform, 'an@mua.demo');
  await trade('BUY', 1800, 3);
  await endDate('2026-11-21');
  await trade('SELL', 1810);
  const { submit } = platform.sequencer;
  await submit({
    kind: 'markPrices',
    prices: [{ contractCode: CODE, lastTicks: 1812, highTicks: 1812, lowTicks: 1812 }],
  });
  await submit({ kind: 'deposit', accountId: AN_1, amountVnd: 5_000_000n, reference: 'NAP 5T2H8W' });
  await submit({ kind: 'holdWithdrawal', accountId: AN_1, withdrawalId: 'w1', amountVnd: 2_000_000n });
  await endDate('2026-11-23');
});

afterAll(async () => {
  await platform.close();
  rmSync(config.dataDir, { recursive: true });
});

async function read<T>(url: string): Promise<T> {
  const response = await an.get(url);
  expect([url, response.statusCode]).toEqual([url, 200]);
  return response.json();
}

const days = () => read<{ items: PublishedDay[]; refused: string[]; kind: string }>('/proof/days');
const statement = (period: string) => read<StatementFile>(`/api/investor/accounts/${AN_1}/statements/${period}.json`);

const isSigned: SignatureCheck = async ({ key, message, signature }) => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  return verify(null, message, { key: der, type: 'spki', format: 'der' }, signature);
};

const dayFile = async (date: string): Promise<{ text: string; file: SignedDay }> => {
  const response = await an.get(`/proof/${date}.json`);
  expect(response.statusCode).toBe(200);
  return { text: response.body, file: response.json() };
};

describe('days', () => {
  test('each is there once, newest first, and names the one before', async () => {
    const { items, refused, kind } = await days();
    expect(items.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-20']);
    expect([refused, kind, refusals]).toEqual([[], 'demo', []]);
    const [second, first] = [await dayFile('2026-11-21'), await dayFile('2026-11-20')];
    expect(first.file.day.previousDay).toBe('0'.repeat(64));
    expect(second.file.day.previousDay).toBe(first.file.dayHash);
    expect(first.file.dayHash).toBe(bytesToHex(dayHashOf(first.file.day)));
    expect(items[1]?.dayHash).toBe(first.file.dayHash);
    expect(await read('/proof/key')).toEqual({ key: first.file.key, nextKey: null, earlier: [] });
  });

  test('what the broker owes is what its own accounts have given and what is estimated', async () => {
    const { day } = (await dayFile('2026-11-21')).file;
    const house = Object.values(day.house).reduce((sum, balance) => sum + BigInt(balance), 0n);
    const found = await platform.database.pool.query<{ cash: string; estimated: string; accounts: string }>(
      `select sum(cash_vnd)::text as cash, sum(estimated_vnd)::text as estimated, count(*)::text as accounts
       from account_day where trade_date = '2026-11-21'`,
    );
    const { cash = '', estimated = '', accounts } = found.rows[0] ?? {};
    expect(BigInt(day.liabilities) - BigInt(day.deficits)).toBe(BigInt(cash) + BigInt(estimated));
    expect(house).toBe(-BigInt(cash));
    expect(estimated).not.toBe('0');
    expect(String(day.accounts)).toBe(accounts);
  });

  test('a leaf keeps the very text that it is hashed from', async () => {
    const { rows } = await platform.database.pool.query<{ data: string }>('select data from proof_leaf');
    expect(rows.some(({ data }) => data.includes('averageTicks'))).toBe(true);
    for (const { data } of rows) expect(data).toBe(canonicalText(JSON.parse(data)));
  });

  test('they are tied to the journal', async () => {
    const { day } = (await dayFile('2026-11-21')).file;
    const found = await platform.database.pool.query<{ hash: string }>(
      'select hash from journal_batch where $1 between first_seq and last_seq',
      [day.lastSeq],
    );
    expect(day.journalHash).toBe(found.rows[0]?.hash);
  });

  test('the next start publishes the same bytes', async () => {
    const before = await dayFile('2026-11-21');
    const next = await platform.startAgain();
    await signDays(signer());
    const response = await next.app.inject('/proof/2026-11-21.json');
    expect(response.body).toBe(before.text);
    await next.close();
  });

  test.each(['/proof/2026-11-19.json', '/proof/2026-11-21.json?kind=live', '/proof/2026-11-23.json'])(
    '%s is not there',
    async (url) => {
      expect((await an.get(url)).statusCode).toBe(404);
    },
  );
});

describe('statements', () => {
  test('of every account and day are whole, beside all days and the published key', async () => {
    const { key } = await read<{ key: string }>('/proof/key');
    const both = [(await dayFile('2026-11-20')).file, (await dayFile('2026-11-21')).file];
    for (const period of ['2026-11-20', '2026-11-21', '2026-11']) {
      const file = await statement(period);
      const result = await checkStatement(file, { isSigned, days: both, keys: [key] });
      expect(result).toMatchObject({ isWhole: true, checked: { chainDays: 2 } });
    }
  });

  test('a day’s shows what happened on it, as the screens do', async () => {
    const { statement: second, proof } = await statement('2026-11-21');
    const { statement: first } = await statement('2026-11-20');
    expect(second.opening.cash).toBe(first.closing.cash);
    expect(second.movements.map(({ type }) => type).sort()).toEqual(['ACTUAL_PROFIT', 'DEPOSIT', 'TRANSACTION_FEE']);
    expect(second.fills.map(({ side, lots, price }) => [side, lots, price])).toEqual([['SELL', 1, '452.50']]);
    expect(second.closedTrades).toHaveLength(1);
    expect(second.orders.map(({ status }) => status)).toEqual(['FILLED']);
    expect(second.positions).toMatchObject([{ contractCode: CODE, lots: 2, averagePrice: '450.0000' }]);
    expect(proof.data.heldWithdrawals).toBe('2000000');
    const found = await platform.database.pool.query<{ equity: string }>(
      `select equity_vnd::text as equity from account_day where account_id = $1 and trade_date = '2026-11-21'`,
      [AN_1],
    );
    expect(second.margin.equity).toBe(found.rows[0]?.equity);
    const transactions = await read<{ items: StatementFile['statement']['movements'] }>(
      `/api/investor/accounts/${AN_1}/transactions`,
    );
    expect([...first.movements, ...second.movements]).toEqual(transactions.items.toReversed());
  });

  test('a day stays what it was when its positions move on', async () => {
    const before = await statement('2026-11-20');
    await asOwner(platform.database, 'delete from proof_leaf');
    await asOwner(platform.database, 'delete from proof_day');
    await trade('SELL', 1811, 2);
    await signDays(signer());
    const after = await statement('2026-11-20');
    expect(after.proof.data).toEqual(before.proof.data);
    expect(after.proof.salt).not.toBe(before.proof.salt);
    expect((await checkStatement(after, { isSigned })).isWhole).toBe(true);
  });

  test('they are listed by day and by month, and are somebody’s own', async () => {
    const list = (unit: string, more = '') =>
      read<{ items: { period: string; from: string; to: string }[]; nextCursor: string | null }>(
        `/api/investor/accounts/${AN_1}/statements?unit=${unit}${more}`,
      );
    const found = await list('day', '&limit=1');
    expect(found.items).toMatchObject([{ period: '2026-11-21' }]);
    const next = await list('day', `&limit=1&cursor=${found.nextCursor}`);
    expect([next.items, next.nextCursor]).toMatchObject([[{ period: '2026-11-20' }], null]);
    const months = await list('month');
    expect(months.items).toMatchObject([{ period: '2026-11', from: '2026-11-20', to: '2026-11-21' }]);
    for (const account of [BINH_1, '108C000009-01'])
      expect((await an.get(`/api/investor/accounts/${account}/statements/2026-11.json`)).statusCode).toBe(404);
    expect((await an.get(`/api/investor/accounts/${AN_1}/statements/2026-10.json`)).statusCode).toBe(404);
  });

  test('as a table they begin with the opening and end with the closing', async () => {
    const response = await an.get(`/api/investor/accounts/${AN_1}/statements/2026-11-21.csv`);
    expect(response.headers['content-type']).toContain('text/csv');
    const lines = response.body.trimEnd().split('\r\n');
    const { statement: day } = await statement('2026-11-21');
    expect(lines).toHaveLength(day.movements.length + 3);
    expect(lines[1]).toBe(`2026-11-21,,,${day.opening.cash},,,,,`);
    expect(lines.at(-1)).toBe(`2026-11-21,,,${day.closing.cash},,,,,`);
  });
});

test('as a PDF a statement is signed, in both languages, and carries itself', async () => {
  const { statement: shown } = await statement('2026-11-21');
  for (const [language, word] of [
    ['vi', 'Sao kê'],
    ['en', 'Statement'],
  ] as const) {
    const url = `/api/investor/accounts/${AN_1}/statements/2026-11-21.pdf?language=${language}`;
    const response = await an.get(url);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    const bytes = response.rawPayload;
    expect(checkPdf(bytes).isUnchanged).toBe(true);
    const attached = attachmentOf(bytes);
    expect(attached).toMatchObject({ statement: { accountId: AN_1, closing: shown.closing } });
    expect((await checkStatement(attached, { isSigned })).isWhole).toBe(true);
    expect(bytes.toString('latin1')).toContain(pdfString(`${word} ${AN_1}`).slice(5, 30));
    bytes.writeUInt8(bytes.readUInt8(900) ^ 1, 900);
    expect(checkPdf(bytes).isUnchanged).toBe(false);
  }
});

/** The stream of the file's only attachment. */
function attachmentOf(bytes: Buffer): unknown {
  const text = bytes.toString('latin1');
  const from = text.indexOf('stream\n', text.indexOf('/Type /EmbeddedFile')) + 'stream\n'.length;
  return JSON.parse(inflateSync(bytes.subarray(from, text.indexOf('\nendstream', from))).toString());
}

async function asOperator(url: string) {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  return (await an.send({ method: 'GET', url, headers })).json();
}

/** Demo days, as the metrics tell of them. */
async function unsigned(): Promise<Record<string, number>> {
  const { body } = await an.get('/metrics');
  const found = body.matchAll(/^mua_proof_days\{kind="demo",status="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, status, days]) => [status, Number(days)]));
}

describe('a day that is not signed', () => {
  const forget = async (): Promise<void> => {
    for (const table of ['proof_leaf', 'proof_day', 'proof_refusal'])
      await asOwner(platform.database, `delete from ${table}`);
  };

  test('a death between day and leaves leaves nothing; the next start signs it once', async () => {
    await forget();
    const dying = {
      query: platform.database.pool.query.bind(platform.database.pool),
      async connect() {
        const client = await platform.database.pool.connect();
        const query = client.query.bind(client) as (...all: unknown[]) => unknown;
        return Object.assign(Object.create(client), {
          query: (text: string, ...rest: unknown[]) =>
            text.includes('into proof_leaf') ? Promise.reject(new Error('killed')) : query(text, ...rest),
          release: () => client.release(),
        });
      },
    } as unknown as pg.Pool;
    await expect(signDays(signer(dying))).rejects.toThrow('killed');
    expect((await days()).items).toEqual([]);
    await Promise.all([signDays(signer()), signDays(signer())]);
    expect((await days()).items.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-20']);
  });

  test('does not add up: one dong more in an account, and everybody hears that the day is missing', async () => {
    await forget();
    const change = (byVnd: number) =>
      asOwner(
        platform.database,
        `update account_day set cash_vnd = cash_vnd + $2, equity_vnd = equity_vnd + $2
         where account_id = $1 and trade_date = '2026-11-20'`,
        [BINH_1, byVnd],
      );
    await change(1);
    await signDays(signer());
    const kept = `select from proof_leaf where trade_date = '2026-11-20'`;
    expect((await platform.database.pool.query(kept)).rowCount).toBe(0);
    await change(-1);
    await signDays(signer());
    const { items, refused } = await days();
    expect(refused).toEqual(['2026-11-20']);
    expect(items.map(({ date }) => date)).toEqual(['2026-11-21']);
    expect(refusals).toMatchObject([{ kind: 'demo', tradeDate: '2026-11-20' }]);
    expect((await an.get('/proof/2026-11-20.json')).statusCode).toBe(404);
    const [state] = (await asOperator('/api/operator/proof')).items;
    const { liabilities, deficits, house, estimated } = state.refused[0].facts;
    expect(state).toMatchObject({ kind: 'demo', lastSigned: '2026-11-21', waiting: [] });
    expect(state.refused).toMatchObject([{ date: '2026-11-20' }]);
    expect(BigInt(liabilities) - BigInt(deficits) + BigInt(house) - BigInt(estimated)).toBe(1n);
    expect(await unsigned()).toEqual({ waiting: 0, refused: 1 });
  });

  test('is signed within a minute of the end of what kept it from that', async () => {
    await forget();
    await asOwner(platform.database, 'alter table proof_day rename to proof_day_away');
    const failed: unknown[] = [];
    const clock = stageClock(0);
    const proofs = openProofs({
      ...{ ...signer(), url: platform.database.url, mainKind: 'demo', signsDays: true, clock },
      sequencer: { onDurable: () => undefined },
      onError: (error) => failed.push(error),
    });
    await proofs.settled();
    await asOwner(platform.database, 'alter table proof_day_away rename to proof_day');
    expect([failed.length, (await days()).items]).toEqual([1, []]);
    clock.advanceBy(60_000);
    await proofs.settled();
    expect((await days()).items.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-20']);
    expect(failed).toHaveLength(1);
  });

  test('is an alarm as long as it waits', async () => {
    await forget();
    const [state] = (await asOperator('/api/operator/proof')).items;
    expect(state).toMatchObject({ lastSigned: null, waiting: ['2026-11-20', '2026-11-21'], refused: [] });
    expect(await unsigned()).toEqual({ waiting: 2, refused: 0 });
    await signDays(signer());
    expect(await unsigned()).toEqual({ waiting: 0, refused: 0 });
  });

  test('by a key that no day announced; by one that was announced it is', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'proof-'));
    const other = readProofKey(readConfig([], { DATA_DIR: dataDir }));
    rmSync(dataDir, { recursive: true });
    const { pool } = platform.database;
    const forgetSecond = async (): Promise<void> => {
      for (const table of ['proof_leaf', 'proof_day'])
        await asOwner(platform.database, `delete from ${table} where trade_date = '2026-11-21'`);
    };
    await forget();
    await signDays(signer());
    await forgetSecond();
    await expect(signDays(signer(pool, other))).rejects.toThrow(KeyNotAnnouncedError);
    await forget();
    await signDays(signer(pool, { ...readProofKey(config), nextHex: other.publicHex }));
    await forgetSecond();
    await signDays(signer(pool, other));
    const [first, second] = [(await dayFile('2026-11-20')).file, (await dayFile('2026-11-21')).file];
    expect([first.day.nextKey, second.key]).toEqual([other.publicHex, other.publicHex]);
    expect((await read<{ earlier: string[] }>('/proof/key')).earlier).toEqual([other.publicHex]);
    const checked = await checkStatement(await statement('2026-11-21'), { isSigned, days: [first] });
    expect(checked.isWhole).toBe(true);
  });
});
