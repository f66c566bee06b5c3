/** Starts the thread that keeps backups, and stops it with the last commit in the place. */
import { once } from 'node:events';
import pg from 'pg';
import type { BackupJob, BackupReport } from '#backup/keep-backups.ts';
import { SLOT } from '#backup/log-stream.ts';
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

/** Without a place nobody fetches the log that the slot of an earlier start would keep. */
export async function stopKeepingLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [SLOT],
    );
  } finally {
    await client.end();
  }
}
