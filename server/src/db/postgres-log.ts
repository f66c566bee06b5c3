/**
 * The embedded PostgreSQL's log: warnings and worse, in a file beside its folder. PostgreSQL writes to the same file for as
 * long as it runs, so one that is too long is emptied, and its end put aside.
 */
import { closeSync, openSync, readSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from '#db/postgres-place.ts';

const LOG_BYTES = 10 * 1024 * 1024;
const LOOK_MS = 60_000;

export function logOf({ folder }: Pick<Place, 'folder'>): string {
  return join(dirname(folder), 'postgres.log');
}

/** By folder: a database that is started again is looked after already. */
const looking = new Map<string, NodeJS.Timeout>();

/** From now on, until it is told not to or the process ends. What can't be done, on a full disk, is tried again. */
export function keepLogBounded(place: Pick<Place, 'folder'>): () => void {
  const { folder } = place;
  const look = (): void => {
    try {
      bound(logOf(place));
    } catch {}
  };
  clearInterval(looking.get(folder));
  const timer = setInterval(look, LOOK_MS).unref();
  looking.set(folder, timer);
  look();
  return () => clearInterval(timer);
}

/** Lines that come meanwhile are lost. */
function bound(log: string): void {
  const { size = 0 } = statSync(log, { throwIfNoEntry: false }) ?? {};
  if (size <= LOG_BYTES) return;
  const end = Buffer.alloc(LOG_BYTES);
  const file = openSync(log, 'r');
  const length = readSync(file, end, 0, LOG_BYTES, size - LOG_BYTES);
  closeSync(file);
  writeFileSync(`${log}.1`, end.subarray(0, length), { mode: 0o600 });
  truncateSync(log);
}
