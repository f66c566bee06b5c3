/**
 * Returns of a sub-account, or of several together, chained over trade dates (docs/rules/copying.md#figures). Pure sums:
 * nothing is read here. A growth is kept as a whole number of `WHOLE`, and rounded half to even wherever it is.
 */
import { divideHalfEven, formatDecimal, maxBigint, minBigint, type Vnd } from '@mua/core/values';

/** What a sub-account made of its money on one trade date. */
export interface ReturnDay {
  readonly tradeDate: string;
  /** Equity when the date began, or when the counting began on it. */
  readonly startVnd: Vnd;
  /** The start, and what was put in that day: money in counts from the beginning of its date. */
  readonly baseVnd: Vnd;
  readonly profitVnd: Vnd;
  /** Of that profit, what fees took. */
  readonly feesVnd: Vnd;
}

/** What trading gave on a date; fees are a part of it, as what they cost. */
export interface Earned {
  readonly earnedVnd: Vnd;
  readonly feesVnd: Vnd;
}

export interface DateEnd {
  readonly tradeDate: string;
  readonly equityVnd: Vnd;
  /** Of open positions. */
  readonly estimatedVnd: Vnd;
}

/** A sub-account from the moment that it is counted from. */
export interface Track {
  readonly startVnd: Vnd;
  /** Of positions that it had then. */
  readonly startEstimatedVnd: Vnd;
  readonly ends: readonly DateEnd[];
  readonly earnedOn: ReadonlyMap<string, Earned>;
}

/** A track up to the last trade date that has ended. */
export interface EndedTrack {
  readonly days: readonly ReturnDay[];
  readonly equityVnd: Vnd;
  /** The profit of all its days. */
  readonly totalVnd: Vnd;
}

const NOTHING: Earned = { earnedVnd: 0n, feesVnd: 0n };

/** What the equity changed by and trading did not give was put in or taken out. */
export function endedTrack({ startVnd, startEstimatedVnd, ends, earnedOn }: Track): EndedTrack {
  const days: ReturnDay[] = [];
  let [equityVnd, estimatedVnd, totalVnd] = [startVnd, startEstimatedVnd, 0n];
  for (const end of ends) {
    const { earnedVnd, feesVnd } = earnedOn.get(end.tradeDate) ?? NOTHING;
    const profitVnd = earnedVnd + end.estimatedVnd - estimatedVnd;
    days.push(dayOf(end, { startVnd: equityVnd, profitVnd, feesVnd }));
    equityVnd = end.equityVnd;
    estimatedVnd = end.estimatedVnd;
    totalVnd += profitVnd;
  }
  return { days, equityVnd, totalVnd };
}

/** The date under way, or that on which the counting ended, from its equity and the profit of all days. */
export function lastDay(
  ended: EndedTrack,
  last: { readonly tradeDate: string; readonly equityVnd: Vnd; readonly totalVnd: Vnd; readonly feesVnd: Vnd },
): ReturnDay {
  const { feesVnd, totalVnd } = last;
  return dayOf(last, { startVnd: ended.equityVnd, profitVnd: totalVnd - ended.totalVnd, feesVnd });
}

function dayOf(
  { tradeDate, equityVnd }: { readonly tradeDate: string; readonly equityVnd: Vnd },
  { startVnd, profitVnd, feesVnd }: { readonly startVnd: Vnd; readonly profitVnd: Vnd; readonly feesVnd: Vnd },
): ReturnDay {
  const flowVnd = equityVnd - startVnd - profitVnd;
  return { tradeDate, startVnd, baseVnd: startVnd + maxBigint(0n, flowVnd), profitVnd, feesVnd };
}

/** Several together, as if they were one: oldest date first. */
export function pooled(tracks: readonly (readonly ReturnDay[])[]): ReturnDay[] {
  const byDate = new Map<string, ReturnDay>();
  for (const days of tracks) {
    for (const day of days) {
      const sum = byDate.get(day.tradeDate);
      byDate.set(day.tradeDate, sum ? together(sum, day) : day);
    }
  }
  return [...byDate.values()].sort((a, b) => (a.tradeDate < b.tradeDate ? -1 : 1));
}

function together(a: ReturnDay, b: ReturnDay): ReturnDay {
  return {
    tradeDate: a.tradeDate,
    startVnd: a.startVnd + b.startVnd,
    baseVnd: a.baseVnd + b.baseVnd,
    profitVnd: a.profitVnd + b.profitVnd,
    feesVnd: a.feesVnd + b.feesVnd,
  };
}

/** What one becomes: growths are counted in it. */
export const WHOLE = 10n ** 15n;

/** Nobody loses more than everything, and money that is not there grows by nothing. */
export function grown(growth: bigint, { baseVnd, profitVnd }: Pick<ReturnDay, 'baseVnd' | 'profitVnd'>): bigint {
  if (baseVnd <= 0n) return growth;
  return divideHalfEven(growth * maxBigint(0n, baseVnd + profitVnd), baseVnd);
}

export function growthOf(days: readonly ReturnDay[]): bigint {
  return days.reduce(grown, WHOLE);
}

/** The end of a trade date on a curve. Drawdowns are hundredths of a percent below the highest point before, at most 0. */
export interface Point {
  readonly tradeDate: string;
  readonly growth: bigint;
  readonly high: bigint;
  readonly drawdown: bigint;
  readonly deepest: bigint;
}

const START = { growth: WHOLE, high: WHOLE, deepest: 0n };

export function nextPoint(before: Point | undefined, day: ReturnDay): Point {
  const { growth: from, high: highBefore, deepest } = before ?? START;
  const growth = grown(from, day);
  const high = maxBigint(highBefore, growth);
  const drawdown = divideHalfEven((growth - high) * PERCENT, high);
  return { tradeDate: day.tradeDate, growth, high, drawdown, deepest: minBigint(deepest, drawdown) };
}

export function pointsOf(days: readonly ReturnDay[]): Point[] {
  const points: Point[] = [];
  for (const day of days) points.push(nextPoint(points.at(-1), day));
  return points;
}

/** Hundredths of a percent in the whole. */
const PERCENT = 10_000n;

/** The return of a growth in hundredths of a percent. */
export function returnUnits(growth: bigint): bigint {
  return divideHalfEven((growth - WHOLE) * PERCENT, WHOLE);
}

/** The middle growth; of an even number, half way between the two. Undefined for none. */
export function medianUnits(growths: readonly bigint[]): bigint | undefined {
  const sorted = [...growths].sort((a, b) => (a < b ? -1 : Number(a > b)));
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) return undefined;
  return divideHalfEven((low + high - 2n * WHOLE) * PERCENT, 2n * WHOLE);
}

/** Hundredths of a percent as text. */
export function percentOf(units: bigint): string {
  return formatDecimal(units, 2);
}

/** A share in percent with two decimals; null of nothing. */
export function shareOf(part: bigint, whole: bigint): string | null {
  return whole <= 0n ? null : percentOf(divideHalfEven(part * PERCENT, whole));
}

/** Points of percent that a cost took, date by date, of what was there to bear it. */
export function costUnits(days: readonly ReturnDay[], costOf: (day: ReturnDay) => Vnd): bigint {
  let sum = 0n;
  for (const day of days) if (day.baseVnd > 0n) sum += divideHalfEven(costOf(day) * WHOLE, day.baseVnd);
  return divideHalfEven(sum * PERCENT, WHOLE);
}
