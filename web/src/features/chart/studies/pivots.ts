/**
 * Calculates the classic pivot levels of a period from the range and the close of the one before it, and paints them as
 * steps. They do not widen the price axis: levels far from the market would flatten the bars.
 */
import type { IndicatorTemplate } from 'klinecharts';
import type { PivotGround, PivotPeriod, StudyExtra } from '#features/chart/studies/study-extra.ts';

export const PIVOT_LEVELS = ['P', 'R1', 'S1', 'R2', 'S2', 'R3', 'S3'] as const;
export type PivotLevel = (typeof PIVOT_LEVELS)[number];
export type PivotLevels = Readonly<Record<PivotLevel, number>>;

export interface PivotPoint {
  /** The same object for all bars of a period. */
  readonly levels: PivotLevels | null;
}

export function pivotLevels({ high, low, close }: Omit<PivotPeriod, 'timeMs'>): PivotLevels {
  const P = (high + low + close) / 3;
  const range = high - low;
  return {
    P,
    R1: 2 * P - low,
    S1: 2 * P - high,
    R2: P + range,
    S2: P - range,
    R3: high + 2 * (P - low),
    S3: low - 2 * (high - P),
  };
}

/** A bar whose period is not among those known has none: the one before it may not have ended when they were read. */
export function pivots(bars: readonly { readonly timestamp: number }[], { periods, keyOf }: PivotGround): PivotPoint[] {
  const levels = periods.map((_period, at) => {
    const before = periods[at - 1];
    return before ? pivotLevels(before) : null;
  });
  const keys = periods.map(({ timeMs }) => keyOf(timeMs));
  let at = -1;
  return bars.map(({ timestamp }) => {
    while ((periods[at + 1]?.timeMs ?? Number.POSITIVE_INFINITY) <= timestamp) at += 1;
    return { levels: at >= 0 && keys[at] === keyOf(timestamp) ? (levels[at] ?? null) : null };
  });
}

export interface PivotRun {
  readonly levels: PivotLevels;
  /** Indexes of its first and last bar. */
  readonly first: number;
  readonly last: number;
}

export function pivotRuns(points: readonly PivotPoint[], { from, to }: { from: number; to: number }): PivotRun[] {
  const runs: PivotRun[] = [];
  for (let at = Math.max(0, from); at < Math.min(to, points.length); at += 1) {
    const levels = points[at]?.levels;
    if (!levels) continue;
    const open = runs.at(-1);
    if (open && open.levels === levels && open.last === at - 1) runs[runs.length - 1] = { ...open, last: at };
    else runs.push({ levels, first: at, last: at });
  }
  return runs;
}

/** Below this width a run has no names. */
const NAMED_PX = 44;

export const pivotsTemplate: IndicatorTemplate<PivotPoint, number, () => StudyExtra> = {
  name: 'muaPivots',
  series: 'price',
  figures: PIVOT_LEVELS.map((key) => ({ key, title: key, type: 'line' })),
  calc: (bars, { extendData }) => {
    const newest = bars.at(-1);
    return newest ? pivots(bars, extendData().periodsUpTo(newest.timestamp)) : [];
  },
  draw: ({ ctx, chart, indicator, bounding, xAxis, yAxis }) => {
    const { bar } = chart.getBarSpace();
    const newest = indicator.result.length - 1;
    ctx.font = `10px ${chart.getStyles().xAxis.tickText.family}`;
    ctx.textBaseline = 'bottom';
    ctx.lineWidth = 1;
    ctx.setLineDash([]);
    for (const { levels, first, last } of pivotRuns(indicator.result, chart.getVisibleRange())) {
      const left = Math.max(0, Math.round(xAxis.convertToPixel(first) - bar / 2));
      const right = last === newest ? bounding.width : Math.round(xAxis.convertToPixel(last) + bar / 2);
      PIVOT_LEVELS.forEach((name, place) => {
        const colour = indicator.styles?.lines?.[place]?.color;
        const y = Math.round(yAxis.convertToPixel(levels[name])) + 0.5;
        if (colour === undefined || colour === 'transparent' || y < 0 || y > bounding.height) return;
        ctx.strokeStyle = colour;
        ctx.fillStyle = colour;
        ctx.beginPath();
        ctx.moveTo(left, y);
        ctx.lineTo(right, y);
        ctx.stroke();
        if (right - left >= NAMED_PX) ctx.fillText(name, left + 3, y - 1);
      });
    }
    return true;
  },
};
