/** Verifies the journal beside the server: on a connection of its own that can't write, in a thread of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import type { VerifyWorkerData } from '#journal/scrub.ts';
import { verifyJournal } from '#journal/verify.ts';

const { url, headSeq, restMs }: VerifyWorkerData = workerData;
const client = new pg.Client({
  ...{ connectionString: url, connectionTimeoutMillis: LET_IN_WITHIN_MS },
  options: '-c default_transaction_read_only=on',
});
await client.connect();
const report = await verifyJournal(client, headSeq, async (seq) => {
  parentPort?.postMessage({ kind: 'reached', seq });
  if (restMs > 0) await sleep(restMs);
});
await client.end();
parentPort?.postMessage({ kind: 'done', report });
