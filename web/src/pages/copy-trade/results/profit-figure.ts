/** Computes the geometry of what copies have given together, day by day. Pure; sums become floats for pixels only. */
import type { CopyProfit } from '@mua/contract/entities/copy-event';
import { dayNumber } from '@mua/core/values';
import {
  areaPath,
  axisTicks,
  linearScale,
  linePath,
  type Place,
  type PlotSize,
  spacedFromEnd,
} from '#design/plot/plot.ts';

export type ProfitDay = CopyProfit['days'][number];

export interface ProfitPoint {
  readonly day: ProfitDay;
  readonly x: number;
  readonly y: number;
}

const AXIS_WIDTH = 72;
const DATE_HEIGHT = 22;
const EDGE = 8;
const GRID_GAP = 40;
const DATE_GAP = 84;
/** Sums on the axis are written in tenths of a million. */
const LEAST_STEP = 100_000;

/** Begins at zero, the day before the first. */
export function profitFigure(days: readonly ProfitDay[], { width, height }: PlotSize) {
  const plotWidth = Math.max(1, width - AXIS_WIDTH);
  const plotHeight = Math.max(1, height - DATE_HEIGHT);
  const sums = [0, ...days.map(({ profit }) => Number(profit))];
  const air = Math.max((Math.max(...sums) - Math.min(...sums)) * 0.08, LEAST_STEP);
  const ends = [Math.min(...sums) - air, Math.max(...sums) + air] as const;
  const yOf = linearScale(ends, [plotHeight - EDGE, EDGE]);
  const first = dayNumber(days[0]?.tradeDate ?? '1970-01-02') - 1;
  const last = dayNumber(days.at(-1)?.tradeDate ?? '1970-01-02');
  const xOf = linearScale([first, last], [0, plotWidth - EDGE]);
  const points = days.map((day): ProfitPoint => {
    return { day, x: xOf(dayNumber(day.tradeDate)), y: yOf(Number(day.profit)) };
  });
  const places: Place[] = [[0, yOf(0)], ...points.map(({ x, y }): Place => [x, y])];
  return {
    points,
    zeroY: yOf(0),
    line: linePath(places),
    area: areaPath(places, yOf(0)),
    grid: axisTicks(ends, Math.floor(plotHeight / GRID_GAP), LEAST_STEP).map((value) => {
      return { y: yOf(value), valueVnd: BigInt(value) };
    }),
    dates: spacedFromEnd(points, DATE_GAP),
    plotWidth,
    plotHeight,
  };
}
