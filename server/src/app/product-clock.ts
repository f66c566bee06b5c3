/** Engine time: the system's, or one that `POST /api/dev/clock` moves. It never goes behind what the journal knows. */
import { type Clock, manualClock, systemClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';

/** Where a manual clock stands in an empty database: the same prices for the same seed, whenever the test runs. */
export const MANUAL_START_MS = Date.UTC(2026, 10, 20, 2, 0, 0);

export interface ProductClock extends Clock {
  /** Present when the clock is manual. */
  readonly move?: (toMs: number) => void;
}

export function createProductClock(config: Config, lastTimeMs: number): ProductClock {
  if (config.clock === 'system') return systemClock();
  const clock = manualClock(Math.max(MANUAL_START_MS, lastTimeMs));
  return { ...clock, move: (toMs) => clock.advanceTo(toMs) };
}
