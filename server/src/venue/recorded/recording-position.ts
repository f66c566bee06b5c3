/** Stores the position of a recording, so that a restart continues from there: a recording only runs forward. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#ground/clock.ts';
import { paceOf, type RecordingPlayer } from '#venue/port/playback.ts';

const KEEP_EVERY_MS = 1_000;

function positionFile(dataDir: string): string {
  return join(dataDir, 'recording-position');
}

/** Never before what was played: the stored position, and as far as it may have run until the next storing. */
export function loadRecordingPosition(dataDir: string): number | undefined {
  const file = positionFile(dataDir);
  if (!existsSync(file)) return undefined;
  const [kept = Number.NaN, pace = Number.NaN] = readFileSync(file, 'utf8').split(' ').map(Number);
  return Number.isSafeInteger(kept) && pace >= 0 ? kept + KEEP_EVERY_MS * pace : undefined;
}

export interface PositionKeeping {
  /** Stores at once: after a jump or at another speed the last stored position is useless. */
  keep(): void;
  /** Stores the last position. */
  stop(): void;
}

export function keepRecordingPosition(dataDir: string, clock: Clock, state: RecordingPlayer['state']): PositionKeeping {
  const keep = (): void => {
    const file = positionFile(dataDir);
    const now = state();
    try {
      writeFileSync(`${file}.new`, `${Math.floor(now.positionMs)} ${paceOf(now)}`);
      renameSync(`${file}.new`, file);
    } catch (error) {
      // A full disk ends nothing: the next second tries again, and nothing new is traded meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  };
  const stop = clock.every(KEEP_EVERY_MS, keep);
  return {
    keep,
    stop() {
      stop();
      keep();
    },
  };
}
