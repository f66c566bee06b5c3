/**
 * A byte that flips on disk is no wrong byte to us: PostgreSQL finds the page's checksum wrong, and answers whatever
 * reads it with an error. A snapshot is passed over, whatever of it can't be read; a batch is named.
 */
import { stateHash } from '@mua/core/engine';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { demandNoLaterEngine } from '#journal/engine-version.ts';
import { JournalDamagedError } from '#journal/journal.ts';
import { recover, writeSnapshot } from '#journal/recovery.ts';
import { openReplica } from '#journal/replica.ts';
import { verifyJournal } from '#journal/verify.ts';
import { order, type TradedDatabase, tradedDatabase } from '#test/fixtures/journal.ts';

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly rows: readonly pg.QueryResultRow[];
}

const INVALID = 'invalid page in block 7 of relation "base/5/16402"';

/** A connection on which PostgreSQL can't read that, of what it is asked. */
async function damagedAt({ url }: TradedDatabase, isDamaged: (asked: Asked) => boolean): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const ask: (text: string, values: unknown[]) => Promise<pg.QueryResult> = client.query.bind(client);
  const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const damage = Object.assign(new pg.DatabaseError(INVALID, 0, 'error'), { code: 'XX001' });
    if (isDamaged({ text, values, rows: [] })) throw damage;
    const result = await ask(text, values);
    if (isDamaged({ text, values, rows: result.rows })) throw damage;
    return result;
  };
  return Object.assign(client, { query });
}

const hasBatch = (seq: number, { rows }: Asked): boolean => rows.some((row) => row.first_seq === String(seq));

/** With two snapshots, and a batch behind each. */
async function withSnapshots() {
  const traded = await tradedDatabase();
  const { database, sequencer } = traded;
  const seqs: number[] = [];
  for (const index of [1_000, 1_001]) {
    const { state, headHash } = await recover(database.writer);
    await writeSnapshot(database.writer, state, headHash);
    seqs.unshift(state.seq);
    await sequencer.submit(order(index));
  }
  const [newest = 0, older = 0] = seqs;
  return { traded, newest, older, hash: stateHash(sequencer.state) };
}

test('a snapshot that can not be read is passed over, and all of them', async () => {
  const { traded, newest, older, hash } = await withSnapshots();
  const reads = (seq: number, { text, values }: Asked): boolean => /\bstate,/.test(text) && values[0] === seq;
  const cases: readonly [(asked: Asked) => boolean, { snapshotSeq: number; damagedSnapshots: number[] | 'all' }][] = [
    [(asked) => reads(newest, asked), { snapshotSeq: older, damagedSnapshots: [newest] }],
    [(asked) => reads(newest, asked) || reads(older, asked), { snapshotSeq: 0, damagedSnapshots: [newest, older] }],
    [({ text }) => text.includes('from engine_snapshot'), { snapshotSeq: 0, damagedSnapshots: 'all' }],
  ];
  for (const [isDamaged, expected] of cases) {
    const client = await damagedAt(traded, isDamaged);
    await demandNoLaterEngine(client);
    const recovered = await recover(client);
    expect(recovered).toMatchObject(expected);
    expect(stateHash(recovered.state)).toBe(hash);
  }
});

test.each([
  ['that is lost', 'terminating connection', { code: '57P01' }],
  ['that ends the connection', 'no more of these', { code: 'XX000', severity: 'FATAL' }],
  ['without the memory that its processes share', 'could not open shared memory segment "x"', { code: '58P01' }],
])('a database %s is not taken for a damaged snapshot', async (_which, message, of) => {
  const { traded } = await withSnapshots();
  const lost = Object.assign(new pg.DatabaseError(message, 0, 'error'), of);
  const client = await damagedAt(traded, ({ text }) => {
    if (/\bstate,/.test(text)) throw lost;
    return false;
  });
  await expect(recover(client)).rejects.toBe(lost);
});

test.each([
  ['have what it has', 'head', []],
  ['could go on from an older one, which stays', 'newest', ['older']],
])('a snapshot that can not be deleted goes with all others, where read tables %s', async (_what, reached, kept) => {
  const { traded, newest, older } = await withSnapshots();
  const reads = ({ text, values }: Asked): boolean => /\bstate\b/.test(text) && String(values[0]) === String(newest);
  const client = await damagedAt(
    traded,
    (asked) => asked.text.startsWith('delete from engine_snapshot') || reads(asked),
  );
  const { state, headHash } = await recover(client);
  await traded.database.pool.query('update projected set seq = $1', [reached === 'head' ? state.seq : newest]);
  await writeSnapshot(client, state, headHash);
  const { rows } = await client.query('select seq::float8 as seq from engine_snapshot order by 1');
  expect(rows).toEqual([...kept.map(() => ({ seq: older })), { seq: state.seq }]);
  expect(await recover(client)).toMatchObject({ snapshotSeq: state.seq, damagedSnapshots: [] });
});

test('a batch that can not be read stops the start, which names it; behind a snapshot the verification does', async () => {
  const { traded, newest } = await withSnapshots();
  const { database, sequencer } = traded;
  const { rows } = await database.pool.query<{ first: number; last: number }>(
    'select first_seq::float8 as first, last_seq::float8 as last from journal_batch order by first_seq',
  );
  const head = rows.at(-1)?.first ?? 0;
  expect(head).toBeGreaterThan(newest);
  const atHead = await damagedAt(traded, (asked) => hasBatch(head, asked) || isOfLast(asked));
  const named = new JournalDamagedError(`journal: batch at seq ${head} can't be read: ${INVALID}`);
  await expect(recover(atHead)).rejects.toThrow(named);
  await expect(demandNoLaterEngine(atHead)).rejects.toThrow(named);

  const [before, behind] = rows;
  const old = await damagedAt(traded, (asked) => hasBatch(behind?.first ?? 0, asked));
  expect(stateHash((await recover(old)).state)).toBe(stateHash(sequencer.state));
  expect(await verifyJournal(old, sequencer.durableSeq)).toMatchObject({
    seq: before?.last,
    damage: { seq: behind?.first, what: 'unreadable' },
  });
});

/** What asks for the last batch alone. */
function isOfLast({ text }: Asked): boolean {
  return text.startsWith('select engine_version from journal_batch');
}

test('who follows the journal ends at a batch that can not be read', async () => {
  const traded = await tradedDatabase();
  const { sequencer } = traded;
  let damagedSeq = 0;
  const client = await damagedAt(traded, (asked) => hasBatch(damagedSeq, asked));
  const faults: unknown[] = [];
  const unread = vi.fn();
  const replica = await openReplica(client, (error) => faults.push(error), unread);
  damagedSeq = (await sequencer.submit(order(1_000))).command.seq;
  await replica.catchUp();
  expect(faults).toHaveLength(1);
  expect(faults[0]).toBeInstanceOf(JournalDamagedError);
  expect(String(faults[0])).toContain(`batch at seq ${damagedSeq} can't be read: ${INVALID}`);
  expect(unread).not.toHaveBeenCalled();
});
