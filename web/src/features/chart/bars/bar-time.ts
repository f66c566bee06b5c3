/** Describes the running bar of the chart: whether it is intraday, and how much time it has left. */
import type { CandleInterval } from '@mua/contract/entities/candle';
import { nextOpenMs } from '@mua/core/values';

export function isIntraday(interval: CandleInterval): boolean {
  return interval !== '1d' && interval !== '1w' && interval !== '1M';
}

/**
 * Returns the time left in the running bar; null for a day and longer, whose end depends on the calendar, and for a bar
 * that has ended without a trade since.
 */
export function barLeftMs(interval: CandleInterval, openMs: number, nowMs: number): number | null {
  if (!isIntraday(interval)) return null;
  const left = nextOpenMs(interval, openMs) - nowMs;
  return left > 0 ? left : null;
}
