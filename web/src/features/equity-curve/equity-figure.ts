/**
 * Computes the geometry of the equity curve: days as a line, net deposits as steps. Pure; sums become floats for pixels
 * only.
 */
import type { AccountDay } from '@mua/contract/entities/account-day';
import { dayNumber, type Vnd } from '@mua/core/values';
import { least } from 'd3-array';
import {
  areaPath,
  axisTicks,
  linearScale,
  linePath,
  type Place,
  type PlotSize,
  spacedFromEnd,
  stepPath,
} from '#design/plot/plot.ts';

export interface DayPoint {
  readonly day: AccountDay;
  readonly x: number;
  readonly y: number;
  readonly depositY: number;
}

/** A deposit or withdrawal on a date within the range; the first deposit is where the curve begins. */
export interface MoneyMove {
  readonly x: number;
  readonly tradeDate: string;
  readonly amountVnd: Vnd;
}

export const AXIS_WIDTH = 72;
const DATE_HEIGHT = 22;
const EDGE = 6;
const GRID_GAP = 40;
const DATE_GAP = 84;
/** Sums on the axis are written in tenths of a million. */
const LEAST_STEP = 100_000;

export function equityFigure(days: readonly AccountDay[], { width, height }: PlotSize) {
  const plotWidth = Math.max(1, width - AXIS_WIDTH);
  const plotHeight = Math.max(1, height - DATE_HEIGHT);
  const ends = endsOf(days.flatMap(({ equity, netDeposits }) => [Number(equity), Number(netDeposits)]));
  const yOf = linearScale(ends, [plotHeight - EDGE, EDGE]);
  const xOf = placeDates(days, plotWidth);
  const points = days.map((day): DayPoint => {
    return { day, x: xOf(day.tradeDate), y: yOf(Number(day.equity)), depositY: yOf(Number(day.netDeposits)) };
  });
  const equity = points.map(({ x, y }): Place => [x, y]);
  return {
    points,
    line: linePath(equity),
    area: areaPath(equity, plotHeight),
    deposits: stepPath(points.map(({ x, depositY }): Place => [x, depositY])),
    grid: axisTicks(ends, Math.floor(plotHeight / GRID_GAP), LEAST_STEP).map((value) => {
      return { y: yOf(value), valueVnd: BigInt(value) };
    }),
    /** Points whose dates fit below the plot. */
    dates: spacedFromEnd(points, DATE_GAP),
    moves: movesOf(points),
    plotWidth,
    plotHeight,
  };
}

export type EquityFigure = ReturnType<typeof equityFigure>;

/** Returns the point nearest to a pointer above the plot. */
export function nearestPoint(points: readonly DayPoint[], x: number): DayPoint | undefined {
  return least(points, (point) => Math.abs(point.x - x));
}

/** A flat line runs through the middle. */
function endsOf(values: readonly number[]): readonly [low: number, high: number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = Math.max((high - low) * 0.08, Math.abs(high) * 0.002, LEAST_STEP);
  return [low - air, high + air];
}

/** Follows the calendar: a week without trading is a week wide. A single day is at the right end, which is now. */
function placeDates(days: readonly AccountDay[], plotWidth: number): (tradeDate: string) => number {
  const last = dayNumber(days.at(-1)?.tradeDate ?? '1970-01-01');
  const first = Math.min(dayNumber(days[0]?.tradeDate ?? '1970-01-01'), last - 1);
  const scale = linearScale([first, last], [EDGE, plotWidth - EDGE]);
  return (tradeDate) => scale(dayNumber(tradeDate));
}

function movesOf(points: readonly DayPoint[]): readonly MoneyMove[] {
  return points.flatMap(({ day, x }, index) => {
    const before = points[index - 1];
    const amountVnd = before ? BigInt(day.netDeposits) - BigInt(before.day.netDeposits) : 0n;
    return amountVnd === 0n ? [] : [{ x, tradeDate: day.tradeDate, amountVnd }];
  });
}
