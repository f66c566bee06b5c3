/**
 * When bars open. Minutes and hours count from the trade date's start, 22:00 UTC (05:00 in Vietnam), so that no bar
 * holds trades of two dates; a day is a trade date, a week begins with Monday's, a month with that of the 1st.
 */
import { civilDateAt, dayNumber, daysFromCivil } from '@mua/core/values';
import type { Bar, BarInterval } from '#venue/venue';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** A trade date begins this long before its calendar day does in UTC. */
const DATE_LEAD_MS = 2 * HOUR_MS;
/** 1970-01-05, a Monday. */
const FIRST_MONDAY = 4;

const FIXED_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const satisfies Partial<Record<BarInterval, number>>;

/** The opening of the bar that holds an instant. */
export function barOpenMs(interval: BarInterval, timeMs: number): number {
  if (interval === '1M') {
    const date = tradeDateAt(timeMs);
    return dayNumber(`${date.slice(0, 8)}01`) * DAY_MS - DATE_LEAD_MS;
  }
  const length = FIXED_MS[interval];
  const origin = interval === '1w' ? FIRST_MONDAY * DAY_MS - DATE_LEAD_MS : -DATE_LEAD_MS;
  return Math.floor((timeMs - origin) / length) * length + origin;
}

/** The opening of the bar after the one that opens at `openMs`. */
export function nextOpenMs(interval: BarInterval, openMs: number): number {
  if (interval !== '1M') return openMs + FIXED_MS[interval];
  const date = tradeDateAt(openMs);
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return daysFromCivil(nextYear, nextMonth, 1) * DAY_MS - DATE_LEAD_MS;
}

/** Name of the trade date that holds an instant, `YYYY-MM-DD`. */
export function tradeDateAt(timeMs: number): string {
  return civilDateAt(timeMs, DATE_LEAD_MS);
}

export function tradeDateStartMs(timeMs: number): number {
  return barOpenMs('1d', timeMs);
}

/** One bar of two that follow each other; it opens where the first does. */
export function joinBars(earlier: Bar, later: Bar): Bar {
  return {
    openMs: earlier.openMs,
    openTicks: earlier.openTicks,
    highTicks: Math.max(earlier.highTicks, later.highTicks),
    lowTicks: Math.min(earlier.lowTicks, later.lowTicks),
    closeTicks: later.closeTicks,
    volumeLots: earlier.volumeLots + later.volumeLots,
  };
}

/** Bars of a longer interval from shorter ones in order of time; a parent is absent when it has no part. */
export function aggregateBars(interval: BarInterval, parts: readonly Bar[]): Bar[] {
  const bars: Bar[] = [];
  for (const part of parts) {
    const openMs = barOpenMs(interval, part.openMs);
    const running = bars.at(-1);
    if (running?.openMs === openMs) bars[bars.length - 1] = joinBars(running, part);
    else bars.push({ ...part, openMs });
  }
  return bars;
}
