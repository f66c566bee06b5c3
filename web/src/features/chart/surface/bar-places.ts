/**
 * Converts between instants and indexes in the list of bars. Bars are drawn side by side, so an instant belongs to the
 * bar running then; before the first and after the last bar, places are counted in lengths of the interval (the library
 * misplaces what is beyond its bars, and counts months in the browser's own time zone).
 */
import { addMonths, tradeDateStartMs } from '@mua/core/values';
import { indexOfTime as indexAmong, monthAt } from '@mua/core/values/bar-places';
import { type ChartInterval, nextBarMs } from '#features/chart/settings/chart-interval.ts';

export interface BarPlaces {
  readonly interval: ChartInterval;
  /** Opening times of the bars, oldest first. */
  readonly timesMs: readonly number[];
}

/** Negative before the first bar; greater than the last index after the last. */
export function indexOfTime({ interval, timesMs }: BarPlaces, timeMs: number): number {
  return indexAmong({ timesMs, lengthMs: interval === '1M' ? null : nextBarMs(interval, 0) }, timeMs);
}

export function timeOfIndex({ interval, timesMs }: BarPlaces, index: number): number {
  const first = timesMs[0] ?? 0;
  const last = timesMs.at(-1) ?? 0;
  if (index < 0) return stepped(interval, first, index);
  const lastIndex = timesMs.length - 1;
  return index > lastIndex ? stepped(interval, last, index - lastIndex) : (timesMs[index] ?? last);
}

function stepped(interval: ChartInterval, openMs: number, steps: number): number {
  if (interval !== '1M') return openMs + steps * (nextBarMs(interval, openMs) - openMs);
  const month = addMonths(monthAt(openMs), steps);
  return tradeDateStartMs(`${month.year}-${String(month.month).padStart(2, '0')}-01`);
}
