/**
 * Computes the geometry of the small market chart: bars as rectangles, prices as lines. Pure, so that it can be tested.
 */

import type { Ticks } from '@mua/core/values';
import { vietnamDate } from '#clock/market-clock.ts';
import { axisTicks, linearScale, type PlotSize, tenth } from '#design/plot/plot.ts';
import type { Bar } from '#market/candles.ts';

export const AXIS_WIDTH = 52;
export const TIME_HEIGHT = 22;
const VOLUME_HEIGHT = 20;
const TOP = 8;
const BAR_PITCH = 5.6;
/** The few bars of a new contract stay on the right instead of being stretched. */
const BAR_PITCH_MAX = 8;
const GAP_RIGHT = 10;
const GRID_GAP = 30;
const TIME_GAP = 96;
const HOUR_MS = 3_600_000;

/** Returns how many bars fit. */
export function barsFor(width: number): number {
  return Math.max(0, Math.floor((width - AXIS_WIDTH - GAP_RIGHT) / BAR_PITCH));
}

export interface CandleShape {
  readonly timeMs: number;
  readonly isUp: boolean;
  readonly x: number;
  readonly width: number;
  readonly wickTop: number;
  readonly wickBottom: number;
  readonly bodyTop: number;
  readonly bodyHeight: number;
  readonly volumeHeight: number;
}

export function chartFigure(bars: readonly Bar[], { width, height }: PlotSize) {
  const plotWidth = width - AXIS_WIDTH;
  const plotHeight = height - TIME_HEIGHT;
  const lows = bars.map(({ low }) => low);
  const highs = bars.map(({ high }) => high);
  const pad = Math.max(1, (Math.max(...highs) - Math.min(...lows)) * 0.06);
  const low = Math.min(...lows) - pad;
  const high = Math.max(...highs) + pad;
  const priceHeight = plotHeight - TOP - VOLUME_HEIGHT - 6;
  const yOf = linearScale([low, high], [TOP + priceHeight, TOP]);
  const pitch = Math.min(BAR_PITCH_MAX, (plotWidth - GAP_RIGHT) / bars.length);
  const xOf = (index: number) => plotWidth - GAP_RIGHT - (bars.length - index - 0.5) * pitch;
  const maxVolume = Math.max(1, ...bars.map(({ volume }) => volume));
  const candles = bars.map((bar, index): CandleShape => {
    const bodyTop = yOf(Math.max(bar.open, bar.close));
    return {
      timeMs: bar.timeMs,
      isUp: bar.close >= bar.open,
      x: Math.round(xOf(index)),
      width: 3,
      wickTop: yOf(bar.high),
      wickBottom: yOf(bar.low),
      bodyTop,
      bodyHeight: Math.max(1, tenth(yOf(Math.min(bar.open, bar.close)) - bodyTop)),
      volumeHeight: tenth((bar.volume / maxVolume) * VOLUME_HEIGHT),
    };
  });
  const grid = axisTicks([low, high], Math.floor(priceHeight / GRID_GAP), 1)
    .map((ticks: Ticks) => ({ ticks, y: yOf(ticks) }))
    .filter(({ y }) => y > TOP + 4 && y < plotHeight - VOLUME_HEIGHT);
  return { candles, grid, times: timeMarks(candles, plotWidth), yOf, plotWidth, plotHeight };
}

export type ChartFigure = ReturnType<typeof chartFigure>;

interface TimeMark {
  readonly timeMs: number;
  readonly x: number;
  readonly isDay: boolean;
}

/**
 * Full hours with enough distance, and the first bar of each day in Vietnam, which takes precedence over an hour near
 * it.
 */
function timeMarks(candles: readonly CandleShape[], plotWidth: number): readonly TimeMark[] {
  const marks = candles.flatMap(({ timeMs, x }, index) => {
    const before = candles[index - 1];
    const isDay = before !== undefined && vietnamDate(before.timeMs) !== vietnamDate(timeMs);
    return isDay || timeMs % HOUR_MS === 0 ? [{ timeMs, x, isDay }] : [];
  });
  const kept: TimeMark[] = [];
  for (const mark of [...marks.filter(({ isDay }) => isDay), ...marks.filter(({ isDay }) => !isDay)]) {
    const isInside = mark.x > 20 && mark.x < plotWidth - 24;
    if (isInside && kept.every(({ x }) => Math.abs(x - mark.x) >= TIME_GAP)) kept.push(mark);
  }
  return kept.sort((a, b) => a.x - b.x);
}

/** The current quote belongs to the newest bar, or starts the next one. */
export function withLast(bars: readonly Bar[], last: number | null, nowMs: number, stepMs: number): readonly Bar[] {
  const newest = bars.at(-1);
  if (!newest || last === null) return bars;
  const startMs = Math.floor(nowMs / stepMs) * stepMs;
  if (startMs > newest.timeMs) {
    return [...bars, { timeMs: startMs, open: last, high: last, low: last, close: last, volume: 0 }];
  }
  const { high, low } = newest;
  return [...bars.slice(0, -1), { ...newest, close: last, high: Math.max(high, last), low: Math.min(low, last) }];
}
