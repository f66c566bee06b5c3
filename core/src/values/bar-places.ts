/**
 * The place of an instant in a list of bars, which are counted one beside the other: what lies between two sessions
 * takes no room. Charts draw their lines by it and alerts on lines wait by it, so both mean the same price.
 */
import { DAY_MS, tradeDateAt } from '#values/bar-time.ts';

export interface BarPlaces {
  /** Opening times of the bars, oldest first. */
  readonly timesMs: readonly number[];
  /** Null for months of the calendar. */
  readonly lengthMs: number | null;
}

/**
 * The index of the bar that runs at an instant. Where there are no bars, lengths of the interval are counted: below
 * zero before the first bar, above the last index after the last.
 */
export function indexOfTime({ timesMs, lengthMs }: BarPlaces, timeMs: number): number {
  const first = timesMs[0];
  const last = timesMs.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (timeMs < first) return -stepsBetween(lengthMs, { fromMs: timeMs, toMs: first, round: Math.ceil });
  if (timeMs > last)
    return timesMs.length - 1 + stepsBetween(lengthMs, { fromMs: last, toMs: timeMs, round: Math.floor });
  let low = 0;
  let high = timesMs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((timesMs[middle] ?? 0) <= timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly round: (steps: number) => number;
}

function stepsBetween(lengthMs: number | null, { fromMs, toMs, round }: Span): number {
  if (lengthMs !== null) return round((toMs - fromMs) / lengthMs);
  const from = monthAt(fromMs);
  const to = monthAt(toMs);
  return (to.year - from.year) * 12 + to.month - from.month;
}

/** A month's bar may open some hours before the first of the month. */
export function monthAt(timeMs: number): { readonly year: number; readonly month: number } {
  const date = tradeDateAt(timeMs + DAY_MS / 2);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}
