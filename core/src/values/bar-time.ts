/**
 * Trade dates and bars of an always-open market, the same for the engine, the charts' history and the screen. A trade
 * date rolls at 05:00 in Vietnam without a break, 22:00 UTC (docs/rules/market.md#sessions-and-trade-dates). Minute and
 * hour bars count from its start, so that none spans two dates; a day is a trade date, a week begins with Monday's, a
 * month with that of the 1st.
 */
import { addMonths, type CivilDate, civilDateAt, dayNumber, firstDayOfMonth } from '#values/civil-date.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Vietnam has kept UTC+7 since 1975. */
export const VIETNAM_OFFSET_MS = 7 * HOUR_MS;
/** A trade date begins this long before its calendar day does in UTC. */
export const TRADE_DATE_LEAD_MS = 2 * HOUR_MS;
/** 1970-01-05, a Monday. */
const FIRST_MONDAY = 4;

export const BAR_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type BarInterval = (typeof BAR_INTERVALS)[number];

const FIXED_MS: Readonly<Record<Exclude<BarInterval, '1M'>, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};

/** Null for months, which differ. */
export function barLengthMs(interval: BarInterval): number | null {
  return interval === '1M' ? null : FIXED_MS[interval];
}

/** Name of the trade date that holds an instant. */
export function tradeDateAt(timeMs: number): CivilDate {
  return civilDateAt(timeMs, TRADE_DATE_LEAD_MS);
}

/** The instant at which a trade date begins. */
export function tradeDateStartMs(date: CivilDate): number {
  return dayNumber(date) * DAY_MS - TRADE_DATE_LEAD_MS;
}

/** The opening of the bar that holds an instant. */
export function barOpenMs(interval: BarInterval, timeMs: number): number {
  if (interval === '1M') return tradeDateStartMs(`${tradeDateAt(timeMs).slice(0, 8)}01`);
  const length = FIXED_MS[interval];
  const origin = (interval === '1w' ? FIRST_MONDAY * DAY_MS : 0) - TRADE_DATE_LEAD_MS;
  return Math.floor((timeMs - origin) / length) * length + origin;
}

/** The opening of the bar after the one that opens at `openMs`. */
export function nextOpenMs(interval: BarInterval, openMs: number): number {
  if (interval !== '1M') return openMs + FIXED_MS[interval];
  const date = tradeDateAt(openMs);
  const month = { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
  return tradeDateStartMs(firstDayOfMonth(addMonths(month, 1)));
}
