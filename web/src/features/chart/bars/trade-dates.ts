/**
 * Assigns an instant to its trade date and its bar on this chart. The contract's own dates come with its bars, as the
 * openings of their first sessions: a Sunday evening in Chicago belongs to Monday. Where the exchange has no dates of
 * its own, and beyond the known ones, the broker's apply, which roll at 05:00 in Vietnam.
 */
import {
  barOpenMs,
  type CivilDate,
  DAY_MS,
  dayNumber,
  MINUTE_MS,
  tradeDateAt,
  tradeDateStartMs,
} from '@mua/core/values';
import { type ChartInterval, isServers, lengthOf } from '#features/chart/settings/chart-interval.ts';

export interface TradeDateOpening {
  readonly date: CivilDate;
  readonly opensMs: number;
  readonly sessions: readonly TradingSession[];
}

export interface TradingSession {
  readonly opensMs: number;
  readonly closesMs: number;
}

export class TradeDates {
  /** In chronological order. */
  #openings: readonly TradeDateOpening[] = [];

  /** Adds the dates that came with a page of bars. */
  learn(openings: readonly TradeDateOpening[]): void {
    const all = new Map(this.#openings.map((opening) => [opening.date, opening]));
    for (const opening of openings) all.set(opening.date, opening);
    this.#openings = [...all.values()].sort((a, b) => a.opensMs - b.opensMs);
  }

  dateAt(timeMs: number): CivilDate {
    return this.#openingAt(timeMs)?.date ?? tradeDateAt(timeMs);
  }

  /**
   * Returns when the bar that contains an instant opens. Days, weeks and months open with their first trade date's
   * session; a number of minutes that the server has no bars of is counted from its session's opening.
   */
  barOpenMs(interval: ChartInterval, timeMs: number): number {
    const { unit, count } = lengthOf(interval);
    const opening = this.#openingAt(timeMs);
    if (unit === 'minute') {
      if (isServers(interval)) return barOpenMs(interval, timeMs);
      const fromMs = this.sessionAt(timeMs)?.opensMs ?? opening?.opensMs ?? tradeDateStartMs(tradeDateAt(timeMs));
      const lengthMs = count * MINUTE_MS;
      return fromMs + Math.floor((timeMs - fromMs) / lengthMs) * lengthMs;
    }
    if (!opening) return isServers(interval) ? barOpenMs(interval, timeMs) : this.#daysFromMs(count, timeMs);
    const span = spanOf(interval, opening.date);
    const first = this.#openings.find(({ date }) => spanOf(interval, date) === span);
    return first?.opensMs ?? opening.opensMs;
  }

  /** The session that runs, or ran last on its trade date, and its place; null where the dates are the broker's. */
  sessionAt(timeMs: number): (TradingSession & { readonly place: number }) | null {
    const { sessions = [] } = this.#openingAt(timeMs) ?? {};
    const place = sessions.findLastIndex(({ opensMs }) => opensMs <= timeMs);
    const session = sessions[place];
    return session ? { ...session, place } : null;
  }

  /** Whether every known session opens on a multiple of this length. */
  isOpenedEvery(lengthMs: number): boolean {
    return this.#openings.every(({ sessions }) => sessions.every(({ opensMs }) => opensMs % lengthMs === 0));
  }

  /** The start of the first of the broker's dates that share a bar. */
  #daysFromMs(count: number, timeMs: number): number {
    const date = tradeDateAt(timeMs);
    const ordinal = weekdayOrdinal(dayNumber(date));
    let startMs = tradeDateStartMs(date);
    for (let day = dayNumber(date) - 1; sameSpan(weekdayOrdinal(day), ordinal, count); day -= 1) startMs -= DAY_MS;
    return startMs;
  }

  /** Returns the newest date that has opened, unless the next is unknown, as its end is then unknown too. */
  #openingAt(timeMs: number): TradeDateOpening | undefined {
    let low = 0;
    let high = this.#openings.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#openings[middle]?.opensMs ?? 0) <= timeMs) low = middle;
      else high = middle - 1;
    }
    const found = this.#openings[low];
    return found && found.opensMs <= timeMs && low < this.#openings.length - 1 ? found : undefined;
  }
}

/** Dates with the same key share one bar. */
function spanOf(interval: ChartInterval, date: CivilDate): string {
  const { unit, count } = lengthOf(interval);
  if (unit === 'month') return date.slice(0, 7);
  if (unit === 'week') return String(Math.floor((dayNumber(date) - FIRST_MONDAY) / 7));
  return count === 1 ? date : String(Math.floor(weekdayOrdinal(dayNumber(date)) / count));
}

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4;

/** Counts Mondays to Fridays; what trades on a weekend is Friday's. */
function weekdayOrdinal(day: number): number {
  const days = day - FIRST_MONDAY;
  const week = Math.floor(days / 7);
  return week * 5 + Math.min(4, days - week * 7);
}

function sameSpan(one: number, other: number, count: number): boolean {
  return Math.floor(one / count) === Math.floor(other / count);
}
