/**
 * Computes the geometry of profit bars: up from the zero line, or down from it. Pure; sums become floats for pixels
 * only.
 */

import type { PeriodProfit } from '#accounts/period-profit.ts';
import { axisTicks, linearScale, type PlotSize, spacedFromEnd, tenth } from '#design/plot/plot.ts';

export interface ProfitBar {
  readonly period: PeriodProfit;
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
}

export const AXIS_WIDTH = 72;
const NAME_HEIGHT = 22;
const EDGE = 6;
const GRID_GAP = 36;
const NAME_GAP = 72;
const WIDEST = 36;
/** Sums on the axis are written in tenths of a million. */
const LEAST_STEP = 100_000;
/** Minimum height, so that no result is invisible. */
const LEAST_HEIGHT = 1.5;

export function profitFigure(periods: readonly PeriodProfit[], { width, height }: PlotSize) {
  const plotWidth = Math.max(1, width - AXIS_WIDTH);
  const plotHeight = Math.max(1, height - NAME_HEIGHT);
  const totals = periods.map(({ totalVnd }) => Number(totalVnd));
  const high = Math.max(0, ...totals, LEAST_STEP);
  const low = Math.min(0, ...totals);
  const yOf = linearScale([low, high], [plotHeight - EDGE, EDGE]);
  const zeroY = yOf(0);
  const pitch = Math.min(WIDEST * 1.25, plotWidth / Math.max(1, periods.length));
  // The newest is on the right, next to the axis.
  const left = plotWidth - pitch * periods.length;
  const bars = periods.map((period, index): ProfitBar => {
    const value = Number(period.totalVnd);
    const tall = value === 0 ? 0 : Math.max(LEAST_HEIGHT, Math.abs(yOf(value) - zeroY));
    return {
      period,
      x: tenth(left + pitch * index + pitch * 0.1),
      width: tenth(pitch * 0.8),
      y: value > 0 ? tenth(zeroY - tall) : zeroY,
      height: tenth(tall),
    };
  });
  const grid = axisTicks([low, high], Math.floor(plotHeight / GRID_GAP), LEAST_STEP);
  const centres = bars.map(({ x, width, period }) => ({ x: tenth(x + width / 2), period }));
  return {
    bars,
    zeroY,
    grid: grid.map((value) => ({ y: yOf(value), valueVnd: BigInt(value) })),
    /** Bars with enough space for the name of their period. */
    names: spacedFromEnd(centres, NAME_GAP),
    plotWidth,
  };
}
