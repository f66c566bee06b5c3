/** The geometry of the equity curve: days to a line, net deposits to steps. Pure; sums become floats for pixels only. */
import type { AccountDay } from '@mua/contract/entities/account-day';
import { dayNumber, type Vnd } from '@mua/core/values';
import { axisSteps } from '#design/axis-steps.ts';

export interface FigureSize {
  readonly width: number;
  readonly height: number;
}

export interface DayPoint {
  readonly day: AccountDay;
  readonly x: number;
  readonly y: number;
  readonly depositY: number;
}

/** Money that came in or went out on a date inside of the range; the first deposit is where the curve begins. */
export interface MoneyMove {
  readonly x: number;
  readonly tradeDate: string;
  readonly amountVnd: Vnd;
}

export interface EquityFigure {
  readonly points: readonly DayPoint[];
  readonly line: string;
  readonly area: string;
  readonly deposits: string;
  readonly grid: readonly { readonly y: number; readonly valueVnd: Vnd }[];
  readonly dates: readonly { readonly x: number; readonly tradeDate: string }[];
  readonly moves: readonly MoneyMove[];
  readonly plotWidth: number;
  readonly plotHeight: number;
}

export const AXIS_WIDTH = 72;
const DATE_HEIGHT = 22;
const EDGE = 6;
const GRID_GAP = 40;
const DATE_GAP = 84;
/** Sums on the axis are written in tenths of a million. */
const LEAST_STEP = 100_000;

export function equityFigure(days: readonly AccountDay[], { width, height }: FigureSize): EquityFigure {
  const plotWidth = Math.max(1, width - AXIS_WIDTH);
  const plotHeight = Math.max(1, height - DATE_HEIGHT);
  const { low, high } = spanOf(days.flatMap(({ equity, netDeposits }) => [Number(equity), Number(netDeposits)]));
  const yOf = (value: number) => round(EDGE + ((high - value) / (high - low)) * (plotHeight - 2 * EDGE));
  const xOf = placeDates(days, plotWidth);
  const points = days.map((day): DayPoint => {
    return { day, x: xOf(day.tradeDate), y: yOf(Number(day.equity)), depositY: yOf(Number(day.netDeposits)) };
  });
  const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const [first, last] = [points[0], points.at(-1)];
  const steps = axisSteps({ low, high, most: Math.floor(plotHeight / GRID_GAP), least: LEAST_STEP });
  return {
    points,
    line,
    area: first && last ? `${line}L${last.x} ${plotHeight}L${first.x} ${plotHeight}Z` : '',
    deposits: points
      .map(({ x, depositY }, index) => (index === 0 ? `M${x} ${depositY}` : `H${x}V${depositY}`))
      .join(''),
    grid: steps.map((value) => ({ y: yOf(value), valueVnd: BigInt(value) })),
    dates: datesBelow(points),
    moves: movesOf(points),
    plotWidth,
    plotHeight,
  };
}

/** What lies nearest to a place, for a pointer above the plot. */
export function nearestPoint(points: readonly DayPoint[], x: number): DayPoint | undefined {
  return points.reduce<DayPoint | undefined>(
    (best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point),
    undefined,
  );
}

/** A flat line runs through the middle. */
function spanOf(values: readonly number[]): { readonly low: number; readonly high: number } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = Math.max((high - low) * 0.08, Math.abs(high) * 0.002, LEAST_STEP);
  return { low: low - air, high: high + air };
}

/** By the calendar: a week without trading is a week wide. A single day stands at the right end, where now is. */
function placeDates(days: readonly AccountDay[], plotWidth: number): (tradeDate: string) => number {
  const first = dayNumber(days[0]?.tradeDate ?? '1970-01-01');
  const span = dayNumber(days.at(-1)?.tradeDate ?? '1970-01-01') - first;
  const room = plotWidth - 2 * EDGE;
  return (tradeDate) => round(span === 0 ? EDGE + room : EDGE + ((dayNumber(tradeDate) - first) / span) * room);
}

/** The newest first, then whatever is far enough from the label before it; the oldest only where it is not cut. */
function datesBelow(points: readonly DayPoint[]): EquityFigure['dates'] {
  const dates: { x: number; tradeDate: string }[] = [];
  for (const { x, day } of [...points].reverse()) {
    const before = dates.at(-1);
    if (!before || before.x - x >= DATE_GAP) dates.push({ x, tradeDate: day.tradeDate });
  }
  return dates.reverse();
}

function movesOf(points: readonly DayPoint[]): readonly MoneyMove[] {
  return points.flatMap(({ day, x }, index) => {
    const before = points[index - 1];
    const amountVnd = before ? BigInt(day.netDeposits) - BigInt(before.day.netDeposits) : 0n;
    return amountVnd === 0n ? [] : [{ x, tradeDate: day.tradeDate, amountVnd }];
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
