/**
 * What the listed months of one commodity say side by side: today's prices beside the last settlements, the spread of
 * neighbours, and what it costs to hold on. Prices are whole ticks; nothing is rounded but the carry, once.
 */
import { type CivilDate, dayNumber } from '#values/civil-date.ts';
import type { Ticks } from '#values/units.ts';
import { divideHalfEven } from '#values/whole-numbers.ts';

/** One listed month; the earliest comes first. */
export interface CurveMonth {
  readonly lastTradeDay: CivilDate;
  /** The last trade of this trade date. */
  readonly lastTicks: Ticks | null;
  /** The last settlement. */
  readonly settlementTicks: Ticks | null;
}

export interface CurvePoint {
  /** The last trade, else the settlement. */
  readonly markTicks: Ticks | null;
  /** The last trade less the settlement. */
  readonly changeTicks: Ticks | null;
  /** To the next month; null for the last one. */
  readonly next: NextMonth | null;
}

/** From a month to its neighbour; null where a price is missing. */
export interface NextMonth {
  /** This month less the next, as a roll tells it. */
  readonly spreadTicks: Ticks | null;
  /** Less what it was between the two settlements. */
  readonly spreadChangeTicks: Ticks | null;
  /** Tenths of a percent a year: `carryTenths`. */
  readonly carryTenths: bigint | null;
}

export function curvePoints(months: readonly CurveMonth[]): readonly CurvePoint[] {
  return months.map((month, index) => {
    const later = months[index + 1];
    return {
      markTicks: markOf(month),
      changeTicks: difference(month.lastTicks, month.settlementTicks),
      next: later ? nextMonth(month, later) : null,
    };
  });
}

function nextMonth(near: CurveMonth, far: CurveMonth): NextMonth {
  const [nearTicks, farTicks] = [markOf(near), markOf(far)];
  const spreadTicks = difference(nearTicks, farTicks);
  const days = dayNumber(far.lastTradeDay) - dayNumber(near.lastTradeDay);
  return {
    spreadTicks,
    spreadChangeTicks: difference(spreadTicks, difference(near.settlementTicks, far.settlementTicks)),
    carryTenths: nearTicks === null || farTicks === null ? null : carryTenths(nearTicks, farTicks, days),
  };
}

/**
 * `(far - near) / near x 365 / days` in tenths of a percent, simple interest, to nearest with ties to even; `days` are
 * those between the last trading days. Positive where the later month is dearer. Null where the near price is not above
 * zero, of which nothing is a share, or without a day between.
 */
export function carryTenths(nearTicks: Ticks, farTicks: Ticks, days: number): bigint | null {
  if (nearTicks <= 0 || days <= 0) return null;
  return divideHalfEven(BigInt(farTicks - nearTicks) * 365n * 1000n, BigInt(nearTicks) * BigInt(days));
}

export type CurveSlope = 'contango' | 'backwardation' | 'flat';

/** A stretch of the curve in one direction, by the indices of its first and last month. */
export interface CurveRun {
  readonly slope: CurveSlope;
  readonly from: number;
  readonly to: number;
}

/**
 * The curve as its stretches, each beginning where the one before ends. Months without a price are passed over; two of
 * one price belong to the stretch around them, and are one of their own only on a curve that is flat all along. None
 * with fewer than two prices.
 */
export function curveRuns(marks: readonly (Ticks | null)[]): readonly CurveRun[] {
  const priced = marks.flatMap((ticks, index) => (ticks === null ? [] : [{ ticks, index }]));
  const runs: CurveRun[] = [];
  for (const [at, { ticks, index }] of priced.entries()) {
    const before = priced[at - 1];
    if (!before) continue;
    const slope = slopeOf(ticks - before.ticks);
    const run = runs.at(-1);
    const goesOn = run && (slope === 'flat' || run.slope === 'flat' || run.slope === slope);
    if (!goesOn) runs.push({ slope, from: before.index, to: index });
    else runs[runs.length - 1] = { slope: slope === 'flat' ? run.slope : slope, from: run.from, to: index };
  }
  return runs;
}

function slopeOf(step: Ticks): CurveSlope {
  return step > 0 ? 'contango' : step < 0 ? 'backwardation' : 'flat';
}

function markOf({ lastTicks, settlementTicks }: CurveMonth): Ticks | null {
  return lastTicks ?? settlementTicks;
}

function difference(one: Ticks | null, other: Ticks | null): Ticks | null {
  return one === null || other === null ? null : one - other;
}
