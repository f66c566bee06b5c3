/**
 * For how long this process could have heard others. One that was cut off from the bus, or did not run, has heard nobody:
 * that is nobody's silence.
 */
import type { Bus } from '#bus/bus.ts';
import type { Clock } from '#ground/clock.ts';

/** Whoever has not asked for so long did not run: what was said meanwhile is yet to be read. */
const FROZEN_MS = 2_000;

interface Hearing {
  /** In ms. True for whoever asks again and again. */
  readonly sinceMs: number;
}

export function watchHearing(bus: Pick<Bus, 'isAway'>, steady: Pick<Clock, 'nowMs'>): Hearing {
  let deafMs = Number.NEGATIVE_INFINITY;
  let askedMs = steady.nowMs();
  return {
    get sinceMs() {
      const nowMs = steady.nowMs();
      if (bus.isAway || nowMs - askedMs > FROZEN_MS) deafMs = nowMs;
      askedMs = nowMs;
      return nowMs - deafMs;
    },
  };
}
