/**
 * Stores the position of a recording, so that a restart continues from there, after a power cut too: a recording only
 * runs forward, and its prices have been traded at.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#ground/clock.ts';
import { keepBeside } from '#ground/data-dir.ts';
import { paceOf, type RecordingPlayer } from '#venue/port/playback.ts';

const KEEP_EVERY_MS = 1_000;
/** A position counts once it is on disk: the one before may be as old as this when power is cut. */
const KEPT_WITHIN_MS = 2 * KEEP_EVERY_MS;

function positionFile(dataDir: string): string {
  return join(dataDir, 'recording-position');
}

/** Never before what was played: the stored position, and as far as it may have run until the next was on disk. */
export function loadRecordingPosition(dataDir: string): number | undefined {
  const file = positionFile(dataDir);
  if (!existsSync(file)) return undefined;
  const [kept = Number.NaN, pace = Number.NaN] = readFileSync(file, 'utf8').split(' ').map(Number);
  return Number.isSafeInteger(kept) && pace >= 0 ? kept + KEPT_WITHIN_MS * pace : undefined;
}

export interface PositionKeeping {
  /** Stores at once: after a jump or at another speed the last stored position is useless. On disk when it resolves. */
  keep(): Promise<void>;
  /** Stores the last position. */
  stop(): Promise<void>;
}

export function keepRecordingPosition(dataDir: string, clock: Clock, state: RecordingPlayer['state']): PositionKeeping {
  const file = positionFile(dataDir);
  let waiting = 0;
  let last = Promise.resolve();
  const store = async (): Promise<void> => {
    const now = state();
    try {
      await keepBeside(file, `${Math.floor(now.positionMs)} ${paceOf(now)}`);
    } catch (error) {
      // A full disk ends nothing: the next second tries again, and nothing new is traded meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      waiting -= 1;
    }
  };
  const keep = (): Promise<void> => {
    waiting += 1;
    last = last.then(store);
    return last;
  };
  const stop = clock.every(KEEP_EVERY_MS, () => {
    // A slow disk: the one that waits stores the newest.
    if (waiting < 2) void keep();
  });
  return {
    keep,
    async stop() {
      stop();
      await keep();
    },
  };
}
