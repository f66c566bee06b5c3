/**
 * Converts a calendar to instants: consecutive trade dates with their sessions. The current date is the first one whose
 * last session is not over; so the hours after a close belong to the next date, and an order placed then does not end
 * before it could trade (record 73). For several calendars together (an exchange's), a date ends with the last of them.
 */
import { type Calendar, isTradeDay, sessionsOf, tradeDayAfter, tradeDayBefore } from '@mua/core/engine';
import { daysFromCivil, type SessionState } from '@mua/core/values';
import { zoneOf } from '#schedule/calendar/zone.ts';

/** A longer gap within a trade date counts as a close (a weekend, a night). */
const LONGEST_BREAK_MS = 4 * 3_600_000;

export interface TradingSession {
  readonly opensMs: number;
  readonly closesMs: number;
}

export interface TradeDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The end of the previous date. */
  readonly beginsMs: number;
  readonly endsMs: number;
  /** In order, without overlap; for several calendars, the union of their sessions. */
  readonly sessions: readonly TradingSession[];
}

export interface SessionNow {
  readonly state: SessionState;
  readonly changesAtMs: number;
  readonly changesTo: SessionState;
  /** Null while it is open. */
  readonly opensAtMs: number | null;
}

export interface MarketCalendar {
  dayAt(timeMs: number): TradeDay;
  sessionAt(timeMs: number): SessionNow;
  /** Of a trade day; throws for any other. */
  dayOf(day: number): TradeDay;
  isTradeDay(day: number): boolean;
  dayAfter(day: number): number;
  dayBefore(day: number): number;
}

/** Ordered by the year of their trade date. */
type Year = readonly TradeDay[];

export function createMarketCalendar(calendars: readonly Calendar[]): MarketCalendar {
  const years = new Map<number, Year>();
  let latest: TradeDay | undefined;

  const isOpenDay = (day: number): boolean => calendars.some((calendar) => isTradeDay(calendar, day));
  const dayAfter = (day: number): number => Math.min(...calendars.map((calendar) => tradeDayAfter(calendar, day)));
  const dayBefore = (day: number): number => Math.max(...calendars.map((calendar) => tradeDayBefore(calendar, day)));

  function sessionsOn(day: number): TradingSession[] {
    const sessions = calendars.flatMap((calendar) => {
      const zone = zoneOf(calendar.zone);
      return sessionsOf(calendar, day).map(({ opensAt, closesAt }) => ({
        opensMs: zone.toMs(opensAt),
        closesMs: zone.toMs(closesAt),
      }));
    });
    return calendars.length === 1 ? sessions : joined(sessions);
  }

  function yearOf(year: number): Year {
    const known = years.get(year);
    if (known) return known;
    const days: TradeDay[] = [];
    const first = daysFromCivil(year, 1, 1);
    const end = daysFromCivil(year + 1, 1, 1);
    let beginsMs = sessionsOn(dayBefore(first)).at(-1)?.closesMs ?? 0;
    for (let day = dayAfter(first - 1); day < end; day = dayAfter(day)) {
      const sessions = sessionsOn(day);
      const endsMs = sessions.at(-1)?.closesMs ?? beginsMs;
      days.push({ day, beginsMs, endsMs, sessions });
      beginsMs = endsMs;
    }
    years.set(year, days);
    return days;
  }

  function dayAt(timeMs: number): TradeDay {
    if (latest && timeMs >= latest.beginsMs && timeMs < latest.endsMs) return latest;
    // A year's first date begins in the old year, and what follows its last belongs to the next.
    const year = new Date(timeMs).getUTCFullYear();
    const days = yearOf(year);
    if (timeMs < (days[0]?.beginsMs ?? 0)) latest = firstEndingAfter(yearOf(year - 1), timeMs);
    else if (timeMs >= (days.at(-1)?.endsMs ?? 0)) latest = firstEndingAfter(yearOf(year + 1), timeMs);
    else latest = firstEndingAfter(days, timeMs);
    return latest;
  }

  return {
    dayAt,
    sessionAt: (timeMs) => sessionIn(dayAt(timeMs), timeMs),
    dayOf(day) {
      const found = yearOf(new Date(day * 86_400_000).getUTCFullYear()).find((known) => known.day === day);
      if (!found) throw new Error(`${day} is no trade day`);
      return found;
    },
    isTradeDay: isOpenDay,
    dayAfter,
    dayBefore,
  };
}

function firstEndingAfter(days: Year, timeMs: number): TradeDay {
  let low = 0;
  let high = days.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle]?.endsMs ?? 0) > timeMs) high = middle;
    else low = middle + 1;
  }
  const found = days[low];
  if (!found) throw new Error('a year without trade days');
  return found;
}

/** The current date's last session is never over, so there is always a next one. */
function sessionIn({ sessions, day }: TradeDay, timeMs: number): SessionNow {
  const index = sessions.findIndex(({ closesMs }) => closesMs > timeMs);
  const session = sessions[index];
  if (!session) throw new Error(`trade day ${day} is over`);
  const { opensMs, closesMs } = session;
  if (opensMs > timeMs) {
    const state = gapBefore(opensMs, sessions[index - 1]);
    return { state, changesAtMs: opensMs, changesTo: 'OPEN', opensAtMs: opensMs };
  }
  const next = sessions[index + 1];
  const changesTo = next ? gapBefore(next.opensMs, session) : 'CLOSED';
  return { state: 'OPEN', changesAtMs: closesMs, changesTo, opensAtMs: null };
}

function gapBefore(opensMs: number, before: TradingSession | undefined): 'PAUSED' | 'CLOSED' {
  return before && opensMs - before.closesMs <= LONGEST_BREAK_MS ? 'PAUSED' : 'CLOSED';
}

/** Joins sessions that overlap or touch. */
function joined(sessions: readonly TradingSession[]): TradingSession[] {
  const result: { opensMs: number; closesMs: number }[] = [];
  for (const { opensMs, closesMs } of [...sessions].sort((a, b) => a.opensMs - b.opensMs)) {
    const last = result.at(-1);
    if (last && opensMs <= last.closesMs) last.closesMs = Math.max(last.closesMs, closesMs);
    else result.push({ opensMs, closesMs });
  }
  return result;
}
