/** Starts the thread that keeps backups, and stops it with the last commit in the place. */
import { once } from 'node:events';
import pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { rememberTimes } from '#backup/heard-times.ts';
import type { BackupJob, BackupNews, BackupReport, BackupTimes } from '#backup/keep-backups.ts';
import { SLOT } from '#backup/log-stream.ts';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { startWorker } from '#ground/worker-threads.ts';

export interface Backups {
  /** What stands while the place is away. Before any of it is known it is when this began. */
  readonly times: BackupTimes;
  close(): Promise<void>;
}

/** `onReport` may be told of the same fault again and again: the thread goes on trying. */
export function openBackups(job: BackupJob, onReport: (report: BackupReport) => void): Backups {
  const worker = startWorker('backup/backup-worker', job);
  let isOver = false;
  const times = rememberTimes();
  worker.on('message', (news: BackupNews) => {
    if ('report' in news) onReport(news.report);
    else times.hear(news.times);
  });
  worker.on('error', ({ message }) => onReport({ isFault: true, text: `backups have stopped: ${message}` }));
  worker.on('exit', () => {
    isOver = true;
  });
  return {
    get times() {
      return times.now();
    },
    async close() {
      if (isOver) return;
      const exited = once(worker, 'exit');
      worker.postMessage('stop');
      await exited;
    },
  };
}

export function gaugeBackups(registry: Registry, backups: Pick<Backups, 'times'>): void {
  const gauge = (name: string, help: string, valueMs: (times: BackupTimes) => number): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(valueMs(backups.times) / 1000);
      },
    });
  };
  gauge(
    'mua_backup_confirmed_seconds',
    'Until when everything is in the place of backups and can be restored, in seconds since 1970',
    ({ confirmedMs }) => confirmedMs,
  );
  gauge(
    'mua_backup_base_seconds',
    'When the newest base backup in the place ended, in seconds since 1970',
    ({ baseMs }) => baseMs,
  );
}

/** Without a place nobody fetches the log that the slot of an earlier start would keep. */
export async function stopKeepingLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LET_IN_WITHIN_MS });
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
