/** The running bar on the chart: whether it is of a day's part, and what is left of it. */
import type { CandleInterval } from '@mua/contract/entities/candle';
import { nextOpenMs } from '@mua/core/values';

export function isIntraday(interval: CandleInterval): boolean {
  return interval !== '1d' && interval !== '1w' && interval !== '1M';
}

/**
 * What is left of the running bar; null for a day and longer, whose end is the calendar's matter, and for a bar that is
 * over because nothing has traded since.
 */
export function barLeftMs(interval: CandleInterval, openMs: number, nowMs: number): number | null {
  if (!isIntraday(interval)) return null;
  const left = nextOpenMs(interval, openMs) - nowMs;
  return left > 0 ? left : null;
}
