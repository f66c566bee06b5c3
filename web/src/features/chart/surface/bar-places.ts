/**
 * Converts between instants and indexes in the list of bars. Bars are drawn side by side, so an instant belongs to the
 * bar running then; before the first and after the last bar, places are counted in lengths of the interval (the library
 * misplaces what is beyond its bars, and counts months in the browser's own time zone).
 */
import { addMonths, DAY_MS, tradeDateAt, tradeDateStartMs } from '@mua/core/values';
import { type ChartInterval, nextBarMs } from '#features/chart/settings/chart-interval.ts';

export interface BarPlaces {
  readonly interval: ChartInterval;
  /** Opening times of the bars, oldest first. */
  readonly timesMs: readonly number[];
}

/** Negative before the first bar; greater than the last index after the last. */
export function indexOfTime({ interval, timesMs }: BarPlaces, timeMs: number): number {
  const first = timesMs[0];
  const last = timesMs.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (timeMs < first) return -stepsBetween(interval, timeMs, first);
  if (timeMs > last) return timesMs.length - 1 + stepsBetween(interval, last, timeMs, Math.floor);
  let low = 0;
  let high = timesMs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((timesMs[middle] ?? 0) <= timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
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

function stepsBetween(interval: ChartInterval, fromMs: number, toMs: number, round = Math.ceil): number {
  if (interval !== '1M') return round((toMs - fromMs) / (nextBarMs(interval, fromMs) - fromMs));
  const from = monthAt(fromMs);
  const to = monthAt(toMs);
  return (to.year - from.year) * 12 + to.month - from.month;
}

/** A month's bar may open some hours before the first of the month. */
function monthAt(timeMs: number): { year: number; month: number } {
  const date = tradeDateAt(timeMs + DAY_MS / 2);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}
