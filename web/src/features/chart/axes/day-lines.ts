/**
 * Draws hairlines between trade dates on intraday charts, unless they would be too dense, and shades every other
 * session of a date, so that its breaks show though the closed hours take no room.
 */
import type { Chart, IndicatorTemplate } from 'klinecharts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';

const DAY_LINES = 'muaDayLines';
const NO_TOOLTIP = { name: '', calcParamsText: '', features: [], legends: [] };
/** Minimum distance between two lines. */
const CROWDED_PX = 60;
const SHADE_ALPHA = '14';

export interface DayLinesView {
  readonly theme: () => ChartTheme;
  /** Null on charts of days and longer. */
  readonly dateOf: () => ((timeMs: number) => string) | null;
  /** Place of the session within its trade date; null without sessions, or where they are not to be shaded. */
  readonly sessionOf: (timeMs: number) => number | null;
  /** Opening times of the bars, oldest first. */
  readonly timesMs: () => readonly number[];
}

/** Indexes of the bars that are the first of their trade date. */
export function firstsOfDay(
  timesMs: readonly number[],
  { from, to, dateOf }: { from: number; to: number; dateOf: (timeMs: number) => string },
): number[] {
  const firsts: number[] = [];
  for (let index = Math.max(1, from); index < Math.min(to, timesMs.length); index += 1) {
    const [before, at] = [timesMs[index - 1], timesMs[index]];
    if (before !== undefined && at !== undefined && dateOf(before) !== dateOf(at)) firsts.push(index);
  }
  return firsts;
}

export interface ShadedBars {
  readonly first: number;
  readonly last: number;
}

/** Runs of bars in the second session of their date, the fourth and so on. */
export function shadedBars(
  timesMs: readonly number[],
  { from, to, sessionOf }: { from: number; to: number; sessionOf: DayLinesView['sessionOf'] },
): ShadedBars[] {
  const runs: ShadedBars[] = [];
  for (let index = Math.max(0, from); index < Math.min(to, timesMs.length); index += 1) {
    const place = sessionOf(timesMs[index] ?? 0);
    if (place === null || place % 2 === 0) continue;
    const open = runs.at(-1);
    if (open?.last === index - 1) runs[runs.length - 1] = { ...open, last: index };
    else runs.push({ first: index, last: index });
  }
  return runs;
}

/** The view is passed as a function because the library copies plain data. */
export const dayLinesTemplate: IndicatorTemplate<object, number, () => DayLinesView> = {
  name: DAY_LINES,
  series: 'price',
  zLevel: -1,
  figures: [],
  calc: () => [],
  draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
    const view = indicator.extendData();
    const dateOf = view.dateOf();
    if (!dateOf) return true;
    const { bar } = chart.getBarSpace();
    const leftOf = (index: number) => Math.round(xAxis.convertToPixel(index) - bar / 2);
    ctx.fillStyle = `${view.theme().text3}${SHADE_ALPHA}`;
    for (const { first, last } of shadedBars(view.timesMs(), {
      ...chart.getVisibleRange(),
      sessionOf: view.sessionOf,
    })) {
      ctx.fillRect(leftOf(first), 0, leftOf(last + 1) - leftOf(first), bounding.height);
    }
    const firsts = firstsOfDay(view.timesMs(), { ...chart.getVisibleRange(), dateOf });
    const [first, last] = [firsts[0], firsts.at(-1)];
    if (first === undefined || last === undefined) return true;
    if (firsts.length > 1 && ((last - first) * bar) / (firsts.length - 1) < CROWDED_PX) return true;
    ctx.strokeStyle = view.theme().surface4;
    ctx.lineWidth = 1;
    ctx.setLineDash([2, 3]);
    ctx.beginPath();
    for (const index of firsts) {
      const x = leftOf(index) + 0.5;
      ctx.moveTo(x, 0);
      ctx.lineTo(x, bounding.height);
    }
    ctx.stroke();
    return true;
  },
};

export function showDayLines(chart: Chart, view: DayLinesView): void {
  const extendData = () => view;
  const createTooltipDataSource = () => NO_TOOLTIP;
  chart.createIndicator(
    { id: 'days', name: DAY_LINES, paneId: CANDLE_PANE, extendData, createTooltipDataSource },
    true,
  );
}
