/**
 * The engine's clock: the system's, or one that `POST /api/dev/clock` moves. It never goes behind the journal's time.
 */
import { type Clock, manualClock, systemClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';

/** Start of a manual clock in an empty database: the same prices for the same seed whenever a test runs. */
export const MANUAL_START_MS = Date.UTC(2026, 10, 20, 2, 0, 0);

export interface ProductClock extends Clock {
  /** Present if the clock is manual. */
  readonly move?: (toMs: number) => void;
}

export function createProductClock(config: Config, lastTimeMs: number): ProductClock {
  if (config.clock === 'system') return systemClock(lastTimeMs);
  const clock = manualClock(Math.max(MANUAL_START_MS, lastTimeMs));
  return { ...clock, move: (toMs) => clock.advanceTo(toMs) };
}
