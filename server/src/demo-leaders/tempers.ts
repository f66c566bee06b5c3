/**
 * How the simulated leaders decide: pure functions from the prices that were seen and the own position to the position
 * that is wanted. Prices are taken at equal times; all of them are in ticks.
 */
import type { Lots, Ticks } from '@mua/core/values';

export interface Sight {
  /** Oldest first; the last one is that of now. */
  readonly prices: readonly Ticks[];
  /** Signed. */
  readonly netLots: Lots;
  /** Of the open lots; 0 without any. */
  readonly averageTicks: Ticks;
  /** For how many prices it has been held. */
  readonly held: number;
}

export interface Size {
  /** Of an entry. */
  readonly lots: Lots;
  /** The least move that counts in this market: about what a round turn costs. */
  readonly stepTicks: Ticks;
}

/** Signed lots that are wanted now; those that are held, where there is nothing to do. */
export type Temper = (sight: Sight, size: Size) => Lots;

/** Prices that a temper looks back on: so many it needs, and more it does not read. */
export const LOOK_BACK = 20;

const BREAKOUT = 10;
const BREAKDOWN = 5;

/**
 * Buys above the highest of the last prices, sells below the lowest, and leaves where the latest of them are broken the
 * other way: many small losses, and now and then a whole trend.
 */
export const followTrend: Temper = ({ prices, netLots }, { lots, stepTicks }) => {
  const now = prices.at(-1);
  const before = prices.slice(-BREAKOUT - 1, -1);
  if (now === undefined || before.length < BREAKOUT) return netLots;
  const isWide = Math.max(...before, now) - Math.min(...before, now) >= stepTicks;
  if (isWide && now > Math.max(...before)) return Math.max(netLots, lots);
  if (isWide && now < Math.min(...before)) return Math.min(netLots, -lots);
  const latest = before.slice(-BREAKDOWN);
  const isBroken = netLots > 0 ? now < Math.min(...latest) : now > Math.max(...latest);
  return netLots !== 0 && isBroken ? 0 : netLots;
};

/** In standard deviations of the prices looked back on, and in steps. */
const STRETCHED = 1.5;
const GIVEN_UP_STEPS = 4;
const PATIENCE = 16;

/**
 * Trades against a price that has left its average far behind, takes what comes back to it, and gives up what runs on or
 * does not come back in time.
 */
export const revertToMean: Temper = ({ prices, netLots, averageTicks, held }, { lots, stepTicks }) => {
  const now = prices.at(-1);
  if (now === undefined || prices.length < LOOK_BACK) return netLots;
  const known = prices.slice(-LOOK_BACK);
  const mean = sum(known) / LOOK_BACK;
  const deviation = Math.sqrt(sum(known.map((price) => (price - mean) ** 2)) / LOOK_BACK);
  const above = now - mean;
  if (netLots === 0) {
    const isStretched = Math.abs(above) >= Math.max(STRETCHED * deviation, stepTicks / 2);
    return isStretched ? -Math.sign(above) * lots : 0;
  }
  const isBack = netLots > 0 ? above >= 0 : above <= 0;
  const lostTicks = Math.sign(netLots) * (averageTicks - now);
  const isGivenUp = lostTicks >= GIVEN_UP_STEPS * stepTicks || held >= PATIENCE;
  return isBack || isGivenUp ? 0 : netLots;
};

const MOST_LOTS = 8;
const BREAKING_STEPS = 3;
/** What has not won enough by then is let go for a third of it. */
const BORED = 12;

/**
 * Sells what rises and buys what falls, takes small profits, and doubles what loses instead of ending it. It wins nearly
 * always; when a move does not come back, one loss takes what many wins gave.
 */
export const sellRisk: Temper = ({ prices, netLots, averageTicks, held }, { lots, stepTicks }) => {
  const now = prices.at(-1);
  const before = prices.at(-3);
  if (now === undefined || before === undefined) return netLots;
  if (netLots === 0) return now > before ? -lots : lots;
  const wonTicks = Math.sign(netLots) * (now - averageTicks);
  if (wonTicks >= (held < BORED ? stepTicks : stepTicks / 3)) return 0;
  if (wonTicks > -stepTicks) return netLots;
  if (Math.abs(netLots) < MOST_LOTS * lots) return netLots * 2;
  return wonTicks <= -BREAKING_STEPS * stepTicks ? 0 : netLots;
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
