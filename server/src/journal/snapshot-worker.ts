/** The thread that follows the journal for snapshots. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import type { StoredText } from '#journal/journal.ts';
import { writeSnapshot } from '#journal/recovery.ts';
import { openReplica } from '#journal/replica.ts';
import type { SnapshotJob } from '#journal/snapshots.ts';

const job: SnapshotJob = workerData;
let { lastSnapshotSeq } = job;

function fail(error: unknown): never {
  throw error;
}

const client = new pg.Client({ connectionString: job.url });
client.on('error', fail);
await client.connect();
const replica = await openReplica(client, fail);

async function writeWhenDue(): Promise<void> {
  const { state, headHash } = replica;
  const { seq } = state;
  if (seq - lastSnapshotSeq < job.everyCommands) return;
  lastSnapshotSeq = seq;
  // The state is read before anything is waited for.
  await writeSnapshot(client, state, headHash);
  parentPort?.postMessage(seq);
}

replica.onBatch(() => void writeWhenDue());
parentPort?.on('message', (batch: StoredText) => replica.hear(batch));
await writeWhenDue();
