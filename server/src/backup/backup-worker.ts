/** Keeps backups in a thread of its own: compressing and hashing must not hold up orders. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupJob, type BackupReport, keepBackups } from '#backup/keep-backups.ts';
import { openPlace } from '#backup/open-place.ts';

const job: BackupJob = workerData;
const place = openPlace(job.placeName, process.env);
const keeper = keepBackups(place, job, (report: BackupReport) => parentPort?.postMessage(report));
parentPort?.once('message', async () => {
  await keeper.stop();
  process.exit(0);
});
