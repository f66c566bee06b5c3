/**
 * Follows a journal over a wire that loses, doubles and swaps batches, drawn by a seed, while commands go on: in the end
 * the replica has the engine's state, and has told of each command once and in order.
 */
import { stateHash } from '@mua/core/engine';
import fc from 'fast-check';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { JournalDamagedError, type StoredText } from '#journal/journal.ts';
import { openReplica, type Replica } from '#journal/replica.ts';
import { order, type TradedDatabase, tradedDatabase } from '#test/fixtures/journal.ts';

/** `afterRead` runs when the database has answered, before the replica has the answer. */
async function replicaOf(
  { url }: TradedDatabase,
  onFatal: (error: unknown) => void,
  afterRead: () => Promise<void> = async () => {},
): Promise<Replica> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const ask: (text: string, values: unknown[]) => Promise<pg.QueryResult> = client.query.bind(client);
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const result = await ask(text, values);
    await afterRead();
    return result;
  };
  return openReplica(Object.assign(client, { query }), onFatal);
}

function fail(error: unknown): never {
  throw error;
}

let orders = 10_000;
const nextOrder = () => order(orders++);

test('it has what was there, and executes what it is told of', async () => {
  const traded = await tradedDatabase();
  const { sequencer, hearing } = traded;
  const replica = await replicaOf(traded, fail);
  expect(stateHash(replica.state)).toBe(stateHash(sequencer.state));
  hearing.add(replica.hear);
  const { command } = await sequencer.submit(nextOrder());
  expect(replica.state.seq).toBe(command.seq);
  expect(stateHash(replica.state)).toBe(stateHash(sequencer.state));
});

test('whatever the wire does to batches, each command is executed once and in order', async () => {
  const traded = await tradedDatabase();
  const { sequencer, hearing } = traded;
  const fate = fc.constantFrom('told', 'lost', 'doubled', 'late');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 30 }), async (fates) => {
      const replica = await replicaOf(traded, fail);
      const seqs: number[] = [];
      replica.onBatch(({ steps }) => seqs.push(...steps.map(({ command }) => command.seq)));
      const before = replica.state.seq;
      const late: StoredText[] = [];
      const left = [...fates];
      const wire = (batch: StoredText): void => {
        const what = left.shift();
        if (what === 'lost') return;
        if (what === 'late') late.push(batch);
        else for (let times = what === 'doubled' ? 2 : 1; times > 0; times -= 1) replica.hear(batch);
      };
      hearing.add(wire);
      for (const _ of fates) await sequencer.submit(nextOrder());
      hearing.delete(wire);
      for (const batch of late.reverse()) replica.hear(batch);
      const reached = replica.reached(sequencer.durableSeq);
      await replica.catchUp();
      await reached;
      expect(seqs).toEqual(fates.map((_, index) => before + 1 + index));
      expect(stateHash(replica.state)).toBe(stateHash(sequencer.state));
    }),
    { numRuns: 20 },
  );
});

test('what nobody told of is read when a later batch is told of', async () => {
  const traded = await tradedDatabase();
  const { sequencer, hearing } = traded;
  const replica = await replicaOf(traded, fail);
  for (let count = 0; count < 5; count += 1) await sequencer.submit(nextOrder());
  hearing.add(replica.hear);
  const { command } = await sequencer.submit(nextOrder());
  await replica.reached(command.seq);
  expect(replica.state.seq).toBe(command.seq);
});

test('a batch that is told of while the database is read, and came too late for it, is executed too', async () => {
  const traded = await tradedDatabase();
  const { sequencer, hearing } = traded;
  let isMeanwhile = false;
  const replica = await replicaOf(traded, fail, async () => {
    if (!isMeanwhile) return;
    isMeanwhile = false;
    await sequencer.submit(nextOrder());
  });
  await sequencer.submit(nextOrder());
  hearing.add(replica.hear);
  isMeanwhile = true;
  await replica.catchUp();
  expect(replica.state.seq).toBe(sequencer.durableSeq);
});

test('however often it is told to look, one look waits for the one that goes on', async () => {
  const traded = await tradedDatabase();
  let reads = 0;
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAway = false;
  const replica = await replicaOf(traded, fail, async () => {
    if (!isAway) return;
    reads += 1;
    await answered;
  });
  isAway = true;
  const first = replica.catchUp();
  await vi.waitUntil(() => reads === 1);
  await traded.sequencer.submit(nextOrder());
  const others = Array.from({ length: 10 }, () => replica.catchUp());
  answer();
  await Promise.all([first, ...others]);
  // What is asked for later is found.
  expect(replica.state.seq).toBe(traded.sequencer.durableSeq);
  expect(reads).toBe(2);
});

test('more batches before their turn than are kept are read from the database', async () => {
  const traded = await tradedDatabase();
  const { sequencer, hearing } = traded;
  const told: StoredText[] = [];
  hearing.add((batch) => told.push(batch));
  const replica = await replicaOf(traded, fail);
  for (let count = 0; count < 250; count += 1) await sequencer.submit(nextOrder());
  for (const batch of told.reverse()) replica.hear(batch);
  await replica.reached(sequencer.durableSeq);
  expect(stateHash(replica.state)).toBe(stateHash(sequencer.state));
});

test('a batch that is not the journal’s ends it, and nothing is executed any more', async () => {
  const traded = await tradedDatabase();
  const { sequencer, hearing } = traded;
  const faults: unknown[] = [];
  const replica = await replicaOf(traded, (error) => faults.push(error));
  const { seq } = replica.state;
  hearing.add((batch) => replica.hear({ ...batch, commandText: batch.commandText.replace('450.00', '451.00') }));
  await sequencer.submit(nextOrder());
  await vi.waitUntil(() => faults.length > 0);
  await sequencer.submit(nextOrder());
  await replica.catchUp();
  expect(faults).toHaveLength(1);
  expect(faults[0]).toBeInstanceOf(JournalDamagedError);
  expect(replica.state.seq).toBe(seq);
});
