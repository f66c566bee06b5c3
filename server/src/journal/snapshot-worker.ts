/**
 * Writes a snapshot without stopping the engine: a thread recovers from the last snapshot and the journal, exactly as a
 * start does, and stores the result. So every snapshot also proves that replay works.
 */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { recover, writeSnapshot } from '#journal/recovery.ts';

const client = new pg.Client({ connectionString: String(workerData.url) });
await client.connect();
const { state, headHash } = await recover(client);
await writeSnapshot(client, state, headHash);
await client.end();
parentPort?.postMessage({ seq: state.seq });
