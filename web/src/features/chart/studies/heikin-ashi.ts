/**
 * Heikin-Ashi candles, drawn in the place of the real ones, which stay what everything else (last price, indicators,
 * legend, magnet) is reckoned from: a smoothed price is a picture, nobody ever traded at it.
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

/** A close is the bar's average; an open the middle of the smoothed bar before. */
export function heikinAshi(bars: readonly Pick<KLineData, 'open' | 'high' | 'low' | 'close'>[]): HeikinBar[] {
  let before: HeikinBar | undefined;
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    const open = before ? (before.open + before.close) / 2 : (bar.open + bar.close) / 2;
    before = { open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) };
    return before;
  });
}

/** The theme travels as a function: the library copies plain data. */
export const heikinTemplate: IndicatorTemplate<HeikinBar, number, () => ChartTheme> = {
  name: HEIKIN_ASHI,
  series: 'price',
  // Without a shape, so that they only say how far the axis has to reach.
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
      ctx.fillRect(x, high, 1, Math.max(1, low - high));
      ctx.fillRect(x - Math.floor(width / 2), Math.min(open, close), width, Math.max(1, Math.abs(close - open)));
    }
    return true;
  },
};
