/** Signs the days that wait, in a thread and on connections of its own, and ends. */
import '#db/whole-numbers.ts';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { signDays } from '#proof/sign-days.ts';
import type { SigningJob } from '#proof/sign-in-thread.ts';

const { url, key, nowMs }: SigningJob = workerData;
const pool = new pg.Pool({ connectionString: url, max: 2 });
// The next query replaces a connection that dies idle, or fails.
pool.on('error', () => {});
try {
  await signDays({
    ...{ pool, key, nowMs: () => nowMs },
    onRefused: (refusal) => parentPort?.postMessage(refusal),
  });
} finally {
  await pool.end();
}
