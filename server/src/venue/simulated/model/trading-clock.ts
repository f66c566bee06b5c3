/**
 * The deterministic clock of one group of markets: trade days plus the spent share of the day's variance. Here
 * MARKET_HOURS=always: every calendar day is a trade day, 22:00 to 22:00 UTC (05:00 in Vietnam); the clock of real
 * sessions is in session-clock.ts. News makes the clock jump instead of adding to prices, so that it needs no running
 * sum and the day's variance stays right.
 */
import { TRADE_DATE_LEAD_MS } from '@mua/core/values';
import { bits, type Key, keyOf, uniform } from '#venue/simulated/model/draws.ts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

export interface TradingClock {
  /** Trade days since a fixed beginning, the current one in shares of its variance. Strictly increasing. */
  at(timeMs: number): number;
  /** The same in shares of volume: constant while the market is closed. */
  tradedAt(timeMs: number): number;
  readonly hasClosedHours: boolean;
  /** Number of minutes that would spend a day's variance at the pace of its sessions. */
  readonly minutesADay: number;
}

/** The start of the trade date that contains an instant. */
export type DayStart = (timeMs: number) => number;

/** Mean absolute one-minute return of gold by hour from 22:00 UTC, in basis points (docs/rules/market.md#fair-prices). */
export const HOURLY_SIGMA = [
  1.87, 1.45, 2.11, 2.03, 1.5, 1.19, 1.12, 1.43, 1.57, 1.8, 2.26, 2.78, 1.96, 2.4, 4.65, 3.56, 3.39, 2.5, 1.75, 2.06,
  2.1, 2.38, 1.8, 1.82,
];
/** Shifted so that the peak of 12:00 UTC is at 02:00, in the Asian session. */
export const ASIA_TURN_HOURS = 10;

/** 08:30 09:30 11:00 12:30 13:30 14:00 15:15 18:00 UTC, as hours of the trade day. */
const NEWS_HOURS = [10.5, 11.5, 13, 14.5, 15.5, 16, 17.25, 20];
const NEWS_AT_SLOTS = 2;
const NEWS_AT_ANY_TIME = 5;
const BIG_NEWS_CHANCE = 0.08;
export const NEWS_RELEASE_MS = 6_000;
/** Number of days whose news is cached; a walk over two years of days needs no more. */
export const REMEMBERED_DAYS = 4_000;

/** One trade day's news: start within the day and share of its variance, in pairs. */
interface News {
  readonly atoms: Float64Array;
  /** The share left to the hourly profile. */
  readonly rest: number;
}

export class AlwaysOpenClock implements TradingClock {
  readonly hasClosedHours = false;
  readonly minutesADay = 1_440;
  readonly #profile: Float64Array;
  readonly #key: Key;
  readonly #days = new Map<number, News>();
  #latestDay = Number.NaN;
  #latestNews: News = { atoms: new Float64Array(0), rest: 1 };

  constructor(seed: number, group: string, session: 'west' | 'asia') {
    this.#profile = cumulativeProfile(session === 'asia' ? ASIA_TURN_HOURS : 0);
    this.#key = keyOf(seed, 'news', group);
  }

  /** Since 1970. */
  at(timeMs: number): number {
    const day = Math.floor((timeMs + TRADE_DATE_LEAD_MS) / DAY_MS);
    const within = timeMs + TRADE_DATE_LEAD_MS - day * DAY_MS;
    const { atoms, rest } = this.#newsOf(day);
    const hour = Math.floor(within / HOUR_MS);
    const before = this.#profile[hour] ?? 0;
    const after = this.#profile[hour + 1] ?? 1;
    let spent = rest * (before + ((after - before) * (within - hour * HOUR_MS)) / HOUR_MS);
    for (let i = 0; i < atoms.length; i += 2) {
      const elapsed = within - (atoms[i] ?? 0);
      if (elapsed <= 0) continue;
      const share = atoms[i + 1] ?? 0;
      spent += elapsed >= NEWS_RELEASE_MS ? share : (share * elapsed) / NEWS_RELEASE_MS;
    }
    return day + spent;
  }

  tradedAt(timeMs: number): number {
    return this.at(timeMs);
  }

  #newsOf(day: number): News {
    if (day === this.#latestDay) return this.#latestNews;
    let news = this.#days.get(day);
    if (!news) {
      if (this.#days.size >= REMEMBERED_DAYS) this.#days.clear();
      news = drawNews(this.#key, day);
      this.#days.set(day, news);
    }
    this.#latestDay = day;
    this.#latestNews = news;
    return news;
  }
}

/** Start of the trade day that contains an instant. */
export function dayStartMs(timeMs: number): number {
  return Math.floor((timeMs + TRADE_DATE_LEAD_MS) / DAY_MS) * DAY_MS - TRADE_DATE_LEAD_MS;
}

function cumulativeProfile(turnHours: number): Float64Array {
  const shares = HOURLY_SIGMA.map((_, hour) => (HOURLY_SIGMA[(hour + turnHours) % 24] ?? 0) ** 2);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const profile = new Float64Array(25);
  let spent = 0;
  for (const [hour, share] of shares.entries()) {
    profile[hour] = spent / total;
    spent += share;
  }
  profile[24] = 1;
  return profile;
}

function drawNews(key: Key, day: number): News {
  const atoms: number[] = [];
  let rest = 1;
  for (const { atMs, share } of newsOf(key, day)) {
    atoms.push(atMs, share);
    rest -= share;
  }
  return { atoms: Float64Array.from(atoms), rest };
}

/** One piece of news: when in the 24 hours from 22:00 UTC it comes, and its share of the day's variance. */
export interface NewsAtom {
  readonly atMs: number;
  readonly share: number;
  /** Published at a scheduled hour, not at any time. */
  readonly isSlot: boolean;
}

export function newsOf(key: Key, day: number): NewsAtom[] {
  const news: NewsAtom[] = [];
  // Sixteen draws a day, each by its own number.
  const draw = (index: number): number => uniform(key, day * 16 + index);
  const slotMs = (index: number): number =>
    (NEWS_HOURS[bits(key, day * 16 + index) % NEWS_HOURS.length] ?? 0) * HOUR_MS;
  for (let i = 0; i < NEWS_AT_SLOTS; i += 1) {
    news.push({ atMs: slotMs(i), share: newsShare(draw(i + 7)), isSlot: true });
  }
  for (let i = NEWS_AT_SLOTS; i < NEWS_AT_SLOTS + NEWS_AT_ANY_TIME; i += 1) {
    const atMs = Math.floor(draw(i) * (DAY_MS - NEWS_RELEASE_MS));
    news.push({ atMs, share: newsShare(draw(i + 7)), isSlot: false });
  }
  if (draw(14) < BIG_NEWS_CHANCE) {
    const size = (draw(14) / BIG_NEWS_CHANCE) ** 2;
    news.push({ atMs: slotMs(15), share: 0.08 + 0.32 * size, isSlot: true });
  }
  return news;
}

function newsShare(draw: number): number {
  return 0.005 + 0.05 * draw * draw * draw;
}
