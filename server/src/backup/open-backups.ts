/** Starts the thread that keeps backups, and stops it with the last commit in the place. */
import { once } from 'node:events';
import pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { BackupJob, BackupNews, BackupReport } from '#backup/keep-backups.ts';
import { SLOT } from '#backup/log-stream.ts';
import { systemClock } from '#ground/clock.ts';
import { startWorker } from '#ground/worker-threads.ts';

export interface Backups {
  /**
   * Until when everything is in the place, in ms since 1970. While the place is away it stands; before it was ever there
   * it is when this began.
   */
  readonly confirmedMs: number;
  close(): Promise<void>;
}

/** `onReport` may be told of the same fault again and again: the thread goes on trying. */
export function openBackups(job: BackupJob, onReport: (report: BackupReport) => void): Backups {
  const worker = startWorker('backup/backup-worker', job);
  let isOver = false;
  let confirmedMs = systemClock().nowMs();
  worker.on('message', (news: BackupNews) => {
    if ('report' in news) onReport(news.report);
    else confirmedMs = Math.max(confirmedMs, news.confirmedMs);
  });
  worker.on('error', ({ message }) => onReport({ isFault: true, text: `backups have stopped: ${message}` }));
  worker.on('exit', () => {
    isOver = true;
  });
  return {
    get confirmedMs() {
      return confirmedMs;
    },
    async close() {
      if (isOver) return;
      const exited = once(worker, 'exit');
      worker.postMessage('stop');
      await exited;
    },
  };
}

export function gaugeBackups(registry: Registry, backups: Pick<Backups, 'confirmedMs'>): void {
  new Gauge({
    name: 'mua_backup_confirmed_seconds',
    help: 'Until when everything is in the place of backups, in seconds since 1970',
    registers: [registry],
    collect() {
      this.set(backups.confirmedMs / 1000);
    },
  });
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
