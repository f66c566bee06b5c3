/** Signs the days that wait, in a thread and on connections of its own, and ends. */
import '#db/whole-numbers.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { openPool } from '#db/pool.ts';
import { signDays } from '#proof/sign-days.ts';
import type { SigningJob } from '#proof/sign-in-thread.ts';

const { url, key, nowMs }: SigningJob = workerData;
const pool = openPool(url, 2);
try {
  await signDays({
    ...{ pool, key, nowMs: () => nowMs },
    onRefused: (refusal) => parentPort?.postMessage(refusal),
  });
} finally {
  await pool.end();
}
