/**
 * Trading hours for the rest of the server: one port with two implementations. MARKET_HOURS=always: open without a
 * break, the trade date rolls at 05:00 in Vietnam for all, and sessions are counted in weekdays. `real`: each exchange
 * by its calendar.
 */
import { type Commodity, calendarOf, calendarsOf } from '@mua/core/engine';
import {
  addDays,
  addWeekdays,
  type CivilDate,
  civilFromDays,
  dayNumber,
  isWeekday,
  tradeDateAt,
  tradeDateStartMs,
} from '@mua/core/values';
import { createMarketCalendar, type MarketCalendar, type SessionNow } from '#schedule/calendar/market-calendar.ts';

export type { SessionNow } from '#schedule/calendar/market-calendar.ts';

export interface TradingHours {
  /** The commodity's own trade dates; null where the broker's apply. */
  calendarOf(commodity: Commodity): MarketCalendar | null;
  /** The commodity's session at an instant, and what comes next. */
  sessionAt(commodity: Commodity, timeMs: number): SessionNow;
  /** The trade date of an exchange with dates of its own; null where the broker's applies. */
  exchangeDateAt(exchange: string, timeMs: number): ExchangeDate | null;
  /** The commodity's trade date at an instant. */
  tradeDateAt(commodity: Commodity, timeMs: number): CivilDate;
  /** When the commodity's last session on a trade date ends; for any other day, that of the date before it. */
  sessionEndMs(commodity: Commodity, date: CivilDate): number;
  /** The last session before a day, which need not be a trade date. */
  sessionBefore(commodity: Commodity, date: CivilDate): CivilDate;
  /** Sessions after `from` up to and including `to`; 0 if `to` is not later. */
  sessionsBetween(commodity: Commodity, from: CivilDate, to: CivilDate): number;
}

export interface ExchangeDate {
  readonly date: CivilDate;
  readonly endsMs: number;
}

const NEVER: SessionNow = {
  state: 'OPEN',
  changesAtMs: Number.POSITIVE_INFINITY,
  changesTo: 'OPEN',
  opensAtMs: null,
};

export const ALWAYS_OPEN: TradingHours = {
  calendarOf: () => null,
  sessionAt: () => NEVER,
  exchangeDateAt: () => null,
  tradeDateAt: (_commodity, timeMs) => tradeDateAt(timeMs),
  sessionEndMs: (_commodity, date) => tradeDateStartMs(addDays(weekdayAtOrBefore(date), 1)),
  sessionBefore: (_commodity, date) => addWeekdays(date, -1),
  sessionsBetween: (_commodity, from, to) => countDays(from, to, isWeekday),
};

function weekdayAtOrBefore(date: CivilDate): CivilDate {
  return isWeekday(dayNumber(date)) ? date : addWeekdays(date, -1);
}

/** A commodity without a calendar (a benchmark's) is always open. */
export function createRealHours(): TradingHours {
  const ofCommodity = new Map<string, MarketCalendar | null>();
  const ofExchange = new Map<string, MarketCalendar | null>();

  function calendar(commodity: Commodity): MarketCalendar | null {
    let known = ofCommodity.get(commodity.code);
    if (known === undefined) {
      const found = calendarOf(commodity);
      known = found ? createMarketCalendar([found]) : null;
      ofCommodity.set(commodity.code, known);
    }
    return known;
  }

  function exchangeCalendar(exchange: string): MarketCalendar | null {
    let known = ofExchange.get(exchange);
    if (known === undefined) {
      const found = calendarsOf(exchange);
      known = found.length > 0 ? createMarketCalendar(found) : null;
      ofExchange.set(exchange, known);
    }
    return known;
  }

  function exchangeDateAt(exchange: string, timeMs: number): ExchangeDate | null {
    const today = exchangeCalendar(exchange)?.dayAt(timeMs);
    return today ? { date: civilFromDays(today.day), endsMs: today.endsMs } : null;
  }

  return {
    calendarOf: calendar,
    sessionAt: (commodity, timeMs) => calendar(commodity)?.sessionAt(timeMs) ?? NEVER,
    exchangeDateAt,
    tradeDateAt: (commodity, timeMs) => exchangeDateAt(commodity.exchange, timeMs)?.date ?? tradeDateAt(timeMs),
    sessionEndMs(commodity, date) {
      const days = calendar(commodity);
      if (!days) return ALWAYS_OPEN.sessionEndMs(commodity, date);
      const day = dayNumber(date);
      return days.dayOf(days.isTradeDay(day) ? day : days.dayBefore(day)).endsMs;
    },
    sessionBefore(commodity, date) {
      const days = calendar(commodity);
      return days ? civilFromDays(days.dayBefore(dayNumber(date))) : ALWAYS_OPEN.sessionBefore(commodity, date);
    },
    sessionsBetween(commodity, from, to) {
      const days = calendar(commodity);
      return countDays(from, to, days ? days.isTradeDay : isWeekday);
    },
  };
}

function countDays(from: CivilDate, to: CivilDate, counts: (day: number) => boolean): number {
  const last = dayNumber(to);
  let count = 0;
  for (let day = dayNumber(from) + 1; day <= last; day += 1) if (counts(day)) count += 1;
  return count;
}
