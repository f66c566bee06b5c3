/**
 * Draws Heikin-Ashi candles in place of the real ones. Everything else (last price, indicators, legend, magnet) is
 * still based on the real ones: a smoothed price is an illustration at which nobody ever traded.
 */
import type { IndicatorTemplate, KLineData } from 'klinecharts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';

export const HEIKIN_ASHI = 'muaHeikinAshi';

interface HeikinBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A close is the bar's average; an open is the middle of the previous smoothed bar. */
export function heikinAshi(bars: readonly Pick<KLineData, 'open' | 'high' | 'low' | 'close'>[]): HeikinBar[] {
  let before: HeikinBar | undefined;
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    const open = before ? (before.open + before.close) / 2 : (bar.open + bar.close) / 2;
    before = { open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) };
    return before;
  });
}

/** The theme is passed as a function because the library copies plain data. */
export const heikinTemplate: IndicatorTemplate<HeikinBar, number, () => ChartTheme> = {
  name: HEIKIN_ASHI,
  series: 'price',
  // They have no shape, and only extend the range of the axis.
  figures: [{ key: 'high' }, { key: 'low' }],
  calc: (bars) => heikinAshi(bars),
  draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
    const { upCandle, downCandle } = indicator.extendData();
    const { from, to } = chart.getVisibleRange();
    const { gapBar } = chart.getBarSpace();
    const width = Math.max(1, Math.round(gapBar));
    for (let index = from; index < to; index += 1) {
      const bar = indicator.result[index];
      if (!bar) continue;
      const x = Math.round(xAxis.convertToPixel(index));
      const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map((price) =>
        Math.round(yAxis.convertToPixel(price)),
      ) as [number, number, number, number];
      ctx.fillStyle = bar.close >= bar.open ? upCandle : downCandle;
      ctx.fillRect(x, Math.min(high, low), 1, Math.max(1, Math.abs(low - high)));
      ctx.fillRect(x - Math.floor(width / 2), Math.min(open, close), width, Math.max(1, Math.abs(close - open)));
    }
    return true;
  },
};
