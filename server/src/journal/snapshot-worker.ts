/** The thread that takes one snapshot: it recovers as a start does, writes what it has come to, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { recover, writeSnapshot } from '#journal/recovery.ts';
import type { TakenSnapshot } from '#journal/snapshots.ts';

const url: string = workerData;
const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LET_IN_WITHIN_MS });
await client.connect();
const { state, headHash, damagedSnapshots } = await recover(client, { verifies: true });
await writeSnapshot(client, state, headHash);
await client.end();
parentPort?.postMessage({ seq: state.seq, damagedSnapshots } satisfies TakenSnapshot);
