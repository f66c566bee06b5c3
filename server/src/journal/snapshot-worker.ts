/**
 * The thread that takes snapshots: it recovers as a start does and writes what it has come to. As long as it is asked
 * again it goes on from there, by code that is compiled by then.
 */
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { readTexts } from '#journal/journal.ts';
import { type Recovered, recover, writeSnapshot } from '#journal/recovery.ts';
import { replayBatch } from '#journal/replay.ts';
import type { TakenSnapshot } from '#journal/snapshots.ts';

/** Whoever trades comes first. On Linux it is of the thread that says so, elsewhere of the whole process. */
const NICENESS = 10;
/** A house that has become quiet gets the memory back. Longer than the longest rest: or each would be a new thread's. */
const WAITS_MS = 90_000;
/** Then another thread recovers from the last one: each that is written is to be proof that a start can. */
const MOST_SNAPSHOTS = 12;

type Reached = Pick<Recovered, 'state' | 'headHash' | 'damagedSnapshots'>;

if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS);

let reached: Reached | undefined;
for (let taken = 0; taken < MOST_SNAPSHOTS; taken++) {
  if (reached && !(await isAskedAgain())) break;
  reached = await take(reached);
  const { state, damagedSnapshots } = reached;
  parentPort?.postMessage({ seq: state.seq, damagedSnapshots } satisfies TakenSnapshot);
}

async function take(last: Reached | undefined): Promise<Reached> {
  // Of its own for each, so that a database that goes away meanwhile is no failure.
  const client = new pg.Client({ connectionString: workerData, connectionTimeoutMillis: LET_IN_WITHIN_MS });
  await client.connect();
  const now = last ? await goOn(client, last) : await recover(client, { verifies: true });
  await writeSnapshot(client, now.state, now.headHash);
  await client.end();
  return now;
}

async function goOn(client: pg.ClientBase, { state, headHash }: Reached): Promise<Reached> {
  let head = headHash;
  for await (const batch of readTexts(client, state.seq)) {
    replayBatch(state, batch, head);
    head = batch.hash;
  }
  return { state, headHash: head, damagedSnapshots: [] };
}

/** Whoever asks too late sees the thread end, and begins another. */
async function isAskedAgain(): Promise<boolean> {
  if (!parentPort) return false;
  const signal = AbortSignal.timeout(WAITS_MS);
  return once(parentPort, 'message', { signal }).then(
    () => true,
    () => false,
  );
}
