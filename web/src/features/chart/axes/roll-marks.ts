/** Marks the rolls of a continuous series: a line before a month's first bar, and the month's name on the time axis. */
import type { Chart, IndicatorTemplate } from 'klinecharts';
import { isIntraday } from '#features/chart/bars/bar-time.ts';
import type { Roll } from '#features/chart/bars/series.ts';
import { type BarPlaces, indexOfTime } from '#features/chart/surface/bar-places.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';

const ROLL_MARKS = 'muaRollMarks';
const NO_TOOLTIP = { name: '', calcParamsText: '', features: [], legends: [] };
const FONT_PX = 10;
const PAD_PX = 4;
const GAP_PX = 4;

export interface RollMarksView {
  readonly theme: () => ChartTheme;
  readonly rolls: () => readonly Roll[];
  readonly bars: () => BarPlaces;
}

export interface RollMark {
  /** The new month's first bar; of weeks and months, the bar that holds the roll. */
  readonly index: number;
  readonly month: string;
}

export function rollMarks(
  rolls: readonly Roll[],
  bars: BarPlaces,
  { from, to }: { readonly from: number; readonly to: number },
): RollMark[] {
  const isInBar = !isIntraday(bars.interval) && bars.interval !== '1d';
  return rolls.flatMap(({ atMs, to: month }) => {
    const running = indexOfTime(bars, atMs);
    const isOpening = isInBar || bars.timesMs[running] === atMs;
    const index = isOpening ? running : running + 1;
    return index > 0 && index >= from && index < Math.min(to, bars.timesMs.length) ? [{ index, month }] : [];
  });
}

/** The view is passed as a function because the library copies plain data. */
export const rollMarksTemplate: IndicatorTemplate<object, number, () => RollMarksView> = {
  name: ROLL_MARKS,
  series: 'price',
  // Above the bars, which would cover the month's name.
  zLevel: 1,
  figures: [],
  calc: () => [],
  draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
    const view = indicator.extendData();
    const marks = rollMarks(view.rolls(), view.bars(), chart.getVisibleRange());
    // To set a font has the browser bring the styles of the whole page up to date.
    if (marks.length === 0) return true;
    const { accent, surface, family } = view.theme();
    const { bar } = chart.getBarSpace();
    ctx.font = `${FONT_PX}px ${family}`;
    ctx.textBaseline = 'bottom';
    let takenPx = Number.NEGATIVE_INFINITY;
    for (const { index, month } of marks) {
      const x = Math.round(xAxis.convertToPixel(index) - bar / 2) + 0.5;
      ctx.strokeStyle = accent;
      ctx.lineWidth = 1;
      ctx.setLineDash([4, 3]);
      ctx.beginPath();
      ctx.moveTo(x, 0);
      ctx.lineTo(x, bounding.height);
      ctx.stroke();
      ctx.setLineDash([]);
      const width = ctx.measureText(month).width + 2 * PAD_PX;
      // Where months are narrower than their names, every other one is named.
      if (x < takenPx) continue;
      takenPx = x + width + GAP_PX;
      ctx.fillStyle = surface;
      ctx.fillRect(x + 1, bounding.height - FONT_PX - 2 * PAD_PX, width, FONT_PX + 2 * PAD_PX);
      ctx.fillStyle = accent;
      ctx.fillText(month, x + 1 + PAD_PX, bounding.height - PAD_PX);
    }
    return true;
  },
};

export function showRollMarks(chart: Chart, view: RollMarksView): void {
  const extendData = () => view;
  const createTooltipDataSource = () => NO_TOOLTIP;
  chart.createIndicator(
    { id: 'rolls', name: ROLL_MARKS, paneId: CANDLE_PANE, extendData, createTooltipDataSource },
    true,
  );
}
