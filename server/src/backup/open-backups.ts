/** Starts the thread that keeps backups, and stops it with the last commit in the place. */
import { once } from 'node:events';
import type { BackupJob, BackupReport } from '#backup/keep-backups.ts';
import { startWorker } from '#ground/start-worker.ts';

/** `onReport` may be told of the same fault again and again: the thread goes on trying. */
export function openBackups(job: BackupJob, onReport: (report: BackupReport) => void): { close(): Promise<void> } {
  const worker = startWorker('./backup-worker', import.meta.url, job);
  let isOver = false;
  worker.on('message', onReport);
  worker.on('error', ({ message }) => onReport({ isFault: true, text: `backups have stopped: ${message}` }));
  worker.on('exit', () => {
    isOver = true;
  });
  return {
    async close() {
      if (isOver) return;
      const exited = once(worker, 'exit');
      worker.postMessage('stop');
      await exited;
    },
  };
}
