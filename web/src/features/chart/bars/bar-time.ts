/** Describes the running bar of the chart: whether it is intraday, and how much time it has left. */
import { type ChartInterval, lengthOf, nextBarMs } from '#features/chart/settings/chart-interval.ts';

export function isIntraday(interval: ChartInterval): boolean {
  return lengthOf(interval).unit === 'minute';
}

/**
 * Returns the time left in the running bar; null for a day and longer, whose end depends on the calendar, and for a bar
 * that has ended without a trade since.
 */
export function barLeftMs(interval: ChartInterval, openMs: number, nowMs: number): number | null {
  if (!isIntraday(interval)) return null;
  const left = nextBarMs(interval, openMs) - nowMs;
  return left > 0 ? left : null;
}
