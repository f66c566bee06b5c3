/**
 * Sees to it that a series has a base backup, without which its log restores nothing. A try that fails has copied much
 * of the database, so the pauses between tries grow.
 */
import { type BackupSource, type MadeBackup, makeBaseBackup } from '#backup/base-backup.ts';
import { type BaseBackup, newestBase } from '#backup/catalog.ts';
import type { BackupPlace } from '#backup/place.ts';
import type { Clock } from '#ground/clock.ts';
import { growingPause } from '#ground/growing-pause.ts';

export interface FirstBase {
  /**
   * The newest base backup of the series. Where there is none it is made now, unless the last try was too short ago;
   * undefined if there is still none. Rejects when the place can't be read, or the signal calls it off.
   */
  look(series: string, signal: AbortSignal): Promise<BaseBackup | undefined>;
}

const PAUSES = { shortestMs: 10_000, longestMs: 3_600_000 };

export function createFirstBase(
  place: BackupPlace,
  {
    source,
    clock,
    onMade,
    onFailed,
  }: {
    readonly source: Omit<BackupSource, 'series'>;
    readonly clock: Pick<Clock, 'nowMs'>;
    readonly onMade: (made: MadeBackup) => void;
    readonly onFailed: (error: unknown) => void;
  },
): FirstBase {
  const pause = growingPause({ ...PAUSES, nowMs: clock.nowMs });

  return {
    async look(series, signal) {
      const found = await newestBase(place, series);
      if (found || !pause.isOver()) return found?.base;
      try {
        const made = await pause.attempt(() => makeBaseBackup(place, { ...source, series }, signal));
        onMade(made);
        return made.base;
      } catch (error) {
        signal.throwIfAborted();
        onFailed(error);
        return undefined;
      }
    },
  };
}
