/**
 * Reads the present level of what an alert follows, from the bars of its chart. Used where one is set or shown; those
 * that wait are kept in step by trades (following-levels.ts).
 */
import type { BarInterval } from '@mua/core/values';
import { barsNeeded, type LevelReading, levelOn, type MovingLevel } from '@mua/core/values/moving-level';
import { type GrowingCloses, growingCloses } from '#alerts/growing-closes.ts';
import type { MarketView } from '#market/market-view.ts';

/** A line that began earlier ends: two weeks of minutes, more than two years of hours. */
export const MOST_BARS = 20_000;

export interface BarsAsked {
  readonly contractCode: string;
  readonly interval: BarInterval;
  /** The running one included. */
  readonly count: number;
}

export type Bars = Pick<MarketView, 'quote' | 'candles' | 'calendarOf' | 'nowMs'>;

export interface ReadCloses {
  readonly closes: GrowingCloses;
  /** There are no older bars than these. */
  readonly isWhole: boolean;
}

/** The bars that had opened by then. */
export async function readCloses(
  market: Bars,
  { contractCode, interval, count }: BarsAsked,
  untilMs = timeOf(market, contractCode),
): Promise<ReadCloses> {
  const limit = Math.min(count, MOST_BARS);
  const beforeMs = untilMs + 1;
  const bars = await market.candles({ contractCode, interval, beforeMs, limit });
  const calendar = market.calendarOf(contractCode);
  return { closes: growingCloses({ interval, bars, calendar }), isWhole: bars.length < limit };
}

export function timeOf(market: Pick<MarketView, 'quote' | 'nowMs'>, contractCode: string): number {
  return market.quote(contractCode)?.timeMs ?? market.nowMs();
}

/** A line that begins before bars that are only a part has left them behind. */
export function levelAmong(level: MovingLevel, { closes, isWhole }: ReadCloses): LevelReading {
  const [oldest] = closes.timesMs;
  const isLeftBehind =
    level.kind === 'line' &&
    !isWhole &&
    oldest !== undefined &&
    Math.min(level.from.timeMs, level.to.timeMs) < oldest &&
    closes.timesMs.length >= MOST_BARS;
  return isLeftBehind ? { kind: 'over' } : levelOn(level, closes);
}

export interface Followed {
  readonly contractCode: string;
  readonly follows: MovingLevel;
}

/** In the order asked; alerts at one interval share its bars. */
export async function readLevels(market: Bars, followed: readonly Followed[]): Promise<LevelReading[]> {
  const asked = new Map<string, BarsAsked>();
  for (const { contractCode, follows } of followed) {
    const key = keyOf({ contractCode, follows });
    const count = Math.max(asked.get(key)?.count ?? 0, barsNeeded(follows, timeOf(market, contractCode)));
    asked.set(key, { contractCode, interval: follows.interval, count });
  }
  const read = new Map<string, ReadCloses>();
  await Promise.all([...asked].map(async ([key, bars]) => read.set(key, await readCloses(market, bars))));
  return followed.map((one) => {
    const bars = read.get(keyOf(one));
    return bars ? levelAmong(one.follows, bars) : { kind: 'none' };
  });
}

function keyOf({ contractCode, follows }: Followed): string {
  return `${contractCode} ${follows.interval}`;
}
