/**
 * When bars open and close, as the server counts them: minutes and hours from the trade date's start, 05:00 in
 * Vietnam, so that no bar holds trades of two dates; a day is a trade date, a week begins with Monday's, a month with
 * that of the 1st.
 */
import type { CandleInterval } from '@mua/contract/entities/candle';
import { civilDateAt, dayNumber, daysFromCivil } from '@mua/core/values';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A trade date begins this long before its calendar day does in UTC. */
const DATE_LEAD_MS = 2 * HOUR_MS;
/** 1970-01-05, a Monday, in days. */
const FIRST_MONDAY = 4;

const FIXED_MS: Record<Exclude<CandleInterval, '1M'>, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};

/** Start of the bar that holds an instant. */
export function barOpenMs(interval: CandleInterval, timeMs: number): number {
  if (interval === '1M') return dayNumber(`${tradeDateAt(timeMs).slice(0, 8)}01`) * DAY_MS - DATE_LEAD_MS;
  const length = FIXED_MS[interval];
  const origin = interval === '1w' ? FIRST_MONDAY * DAY_MS - DATE_LEAD_MS : -DATE_LEAD_MS;
  return Math.floor((timeMs - origin) / length) * length + origin;
}

/** Start of the bar after the one that opens at `openMs`. */
export function nextOpenMs(interval: CandleInterval, openMs: number): number {
  if (interval !== '1M') return openMs + FIXED_MS[interval];
  const date = tradeDateAt(openMs);
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  return daysFromCivil(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) * DAY_MS - DATE_LEAD_MS;
}

/** The trade date that holds an instant, `YYYY-MM-DD`. */
export function tradeDateAt(timeMs: number): string {
  return civilDateAt(timeMs, DATE_LEAD_MS);
}

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
