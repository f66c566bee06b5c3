/** Keeps backups in a thread of its own: compressing and hashing must not hold up orders. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupJob, type BackupNews, keepBackups } from '#backup/keep-backups.ts';
import { openPlace } from '#backup/open-place.ts';

const TELL_MS = 1_000;

const job: BackupJob = workerData;
const place = openPlace(job.placeName, process.env);
const tell = (news: BackupNews): void => parentPort?.postMessage(news);
const keeper = keepBackups(place, job, (report) => tell({ report }));
setInterval(() => tell({ times: keeper.times() }), TELL_MS);
parentPort?.once('message', async () => {
  await keeper.stop();
  process.exit(0);
});
