/**
 * The clock of MARKET_HOURS=real: only trade dates count, and the closed hours of one carry 12 % of its variance,
 * spread evenly; its sessions carry the rest, by the profile of the exchange's local hours
 * (docs/rules/market.md#fair-prices). Volume arises in sessions only, so that no bar is in a closed hour.
 */
import { civilFromDays, daysFromCivil, TRADE_DATE_LEAD_MS } from '@mua/core/values';
import type { MarketCalendar, TradeDay } from '#schedule/calendar/market-calendar.ts';
import { zoneOf } from '#schedule/calendar/zone.ts';
import { type Key, keyOf } from '#venue/simulated/model/draws.ts';
import {
  ASIA_TURN_HOURS,
  DAY_MS,
  HOUR_MS,
  HOURLY_SIGMA,
  NEWS_RELEASE_MS,
  type NewsAtom,
  newsOf,
  REMEMBERED_DAYS,
  type TradingClock,
} from '#venue/simulated/model/trading-clock.ts';

const CLOSED_SHARE = 0.12;
/** The profile begins at 22:00 UTC of a summer day: 18:00 in New York. */
const PROFILE_START_HOUR = 18;
const FIRST_YEAR = 2010;
/** A Friday without holidays anywhere, with the usual sessions. */
const USUAL_MS = Date.UTC(2026, 7, 21, 12);

/** A trade date as straight lines: the share spent by each instant. */
interface DayLines {
  readonly beginsMs: number;
  readonly endsMs: number;
  readonly index: number;
  readonly times: Float64Array;
  readonly spent: Float64Array;
  readonly traded: Float64Array;
  /** Start and share, in pairs. */
  readonly atoms: Float64Array;
  readonly rest: number;
}

export class SessionClock implements TradingClock {
  readonly #calendar: MarketCalendar;
  readonly #session: 'west' | 'asia';
  readonly #key: Key;
  readonly #days = new Map<number, DayLines>();
  /** Trade days before each year. */
  readonly #before = new Map<number, number>([[FIRST_YEAR, 0]]);
  readonly hasClosedHours = true;
  readonly minutesADay: number;
  #latest: DayLines | undefined;

  constructor(seed: number, group: string, session: 'west' | 'asia', calendar: MarketCalendar) {
    this.#calendar = calendar;
    this.#session = session;
    this.#key = keyOf(seed, 'news', group);
    const { sessions } = calendar.dayAt(USUAL_MS);
    const openMs = sessions.reduce((sum, { opensMs, closesMs }) => sum + closesMs - opensMs, 0);
    this.minutesADay = openMs / 60_000 / (1 - CLOSED_SHARE);
  }

  at(timeMs: number): number {
    const day = this.#dayAt(timeMs);
    return day.index + spentBy(day, day.spent, timeMs);
  }

  tradedAt(timeMs: number): number {
    const day = this.#dayAt(timeMs);
    return day.index + spentBy(day, day.traded, timeMs);
  }

  #dayAt(timeMs: number): DayLines {
    const latest = this.#latest;
    if (latest && timeMs >= latest.beginsMs && timeMs < latest.endsMs) return latest;
    const today = this.#calendar.dayAt(timeMs);
    let lines = this.#days.get(today.day);
    if (!lines) {
      if (this.#days.size >= REMEMBERED_DAYS) this.#days.clear();
      lines = this.#linesOf(today);
      this.#days.set(today.day, lines);
    }
    this.#latest = lines;
    return lines;
  }

  #linesOf(today: TradeDay): DayLines {
    const { beginsMs, endsMs, sessions } = today;
    const points = [{ timeMs: beginsMs, closedMs: 0, traded: 0 }];
    let closedMs = 0;
    let traded = 0;
    let timeMs = beginsMs;
    for (const { opensMs, closesMs } of sessions) {
      closedMs += opensMs - timeMs;
      points.push({ timeMs: opensMs, closedMs, traded });
      for (timeMs = opensMs; timeMs < closesMs; ) {
        const endMs = Math.min(closesMs, (Math.floor(timeMs / HOUR_MS) + 1) * HOUR_MS);
        traded += this.#weightAt(timeMs) * (endMs - timeMs);
        timeMs = endMs;
        points.push({ timeMs, closedMs, traded });
      }
    }
    const closedShare = closedMs > 0 ? CLOSED_SHARE : 0;
    const closedOf = (point: { closedMs: number }): number => (closedMs > 0 ? point.closedMs / closedMs : 0);
    const news = newsOf(this.#key, today.day).map((atom) => ({ startMs: newsMs(atom, today), share: atom.share }));
    return {
      beginsMs,
      endsMs,
      index: this.#indexOf(today.day),
      times: Float64Array.from(points, (point) => point.timeMs),
      spent: Float64Array.from(points, (at) => closedShare * closedOf(at) + ((1 - closedShare) * at.traded) / traded),
      traded: Float64Array.from(points, (point) => point.traded / traded),
      atoms: Float64Array.from(news.flatMap(({ startMs, share }) => [startMs, share])),
      rest: news.reduce((rest, { share }) => rest - share, 1),
    };
  }

  /** Variance of an hour relative to the others. */
  #weightAt(timeMs: number): number {
    const local = zoneOf(this.#session === 'asia' ? 'UTC' : 'America/New_York').toLocal(timeMs);
    const hour = Math.floor(local / 60) % 24;
    const start = this.#session === 'asia' ? 22 - ASIA_TURN_HOURS : PROFILE_START_HOUR;
    return (HOURLY_SIGMA[(hour - start + 24) % 24] ?? 0) ** 2;
  }

  #indexOf(day: number): number {
    const year = Number(civilFromDays(day).slice(0, 4));
    let index = this.#daysBefore(year);
    for (let other = daysFromCivil(year, 1, 1); other < day; other += 1)
      if (this.#calendar.isTradeDay(other)) index += 1;
    return index;
  }

  #daysBefore(year: number): number {
    const known = this.#before.get(year);
    if (known !== undefined || year <= FIRST_YEAR) return known ?? 0;
    let count = this.#daysBefore(year - 1);
    const end = daysFromCivil(year, 1, 1);
    for (let day = daysFromCivil(year - 1, 1, 1); day < end; day += 1) if (this.#calendar.isTradeDay(day)) count += 1;
    this.#before.set(year, count);
    return count;
  }
}

function spentBy({ times, atoms, rest }: DayLines, values: Float64Array, timeMs: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (at(times, middle) <= timeMs) low = middle;
    else high = middle;
  }
  const startMs = at(times, low);
  const lengthMs = at(times, high) - startMs;
  const share = lengthMs > 0 ? (timeMs - startMs) / lengthMs : 0;
  let spent = rest * (at(values, low) + (at(values, high) - at(values, low)) * share);
  for (let i = 0; i < atoms.length; i += 2) {
    const elapsedMs = timeMs - at(atoms, i);
    if (elapsedMs > 0) spent += at(atoms, i + 1) * Math.min(1, elapsedMs / NEWS_RELEASE_MS);
  }
  return spent;
}

/** News moves an open market: what is published in closed hours takes effect at some time in the sessions. */
function newsMs({ atMs, isSlot }: NewsAtom, { day, sessions }: TradeDay): number {
  const published = day * DAY_MS - TRADE_DATE_LEAD_MS + atMs;
  const inSession = sessions.find(({ opensMs, closesMs }) => published >= opensMs && published < closesMs);
  if (isSlot && inSession) return Math.min(published, inSession.closesMs - NEWS_RELEASE_MS);
  const openMs = sessions.reduce((sum, { opensMs, closesMs }) => sum + closesMs - opensMs, 0);
  let leftMs = Math.floor((atMs / DAY_MS) * openMs);
  for (const { opensMs, closesMs } of sessions) {
    if (leftMs < closesMs - opensMs) return Math.min(opensMs + leftMs, closesMs - NEWS_RELEASE_MS);
    leftMs -= closesMs - opensMs;
  }
  throw new Error(`trade day ${day} has no session for its news`);
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
