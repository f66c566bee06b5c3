import { expect, test } from 'vitest';
import { barsFor, chartFigure, withLast } from '#features/market-overview/candle-chart.ts';
import type { Bar } from '#market/candles.ts';

const QUARTER_MS = 900_000;
const start = Date.parse('2026-11-20T12:00:00.000Z');
const bar = (index: number, open: number, close: number): Bar => ({
  ...{
    timeMs: start + index * QUARTER_MS,
    open,
    close,
    high: Math.max(open, close) + 2,
    low: Math.min(open, close) - 2,
  },
  volume: index,
});
const size = { width: 460, height: 150 };
const bars = Array.from({ length: barsFor(size.width) }, (_, index) => bar(index, 1800 + index, 1801 + index));

test('every bar and every grid line is inside the plot, newest to the right', () => {
  const { candles, grid, times, plotWidth, plotHeight } = chartFigure(bars, size);
  for (const { x, wickTop, wickBottom, bodyTop, bodyHeight } of candles) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(plotWidth);
    expect(wickTop).toBeGreaterThanOrEqual(0);
    expect(wickBottom).toBeLessThan(plotHeight);
    expect(bodyTop).toBeGreaterThanOrEqual(wickTop);
    expect(bodyTop + bodyHeight).toBeLessThanOrEqual(wickBottom + 0.1);
  }
  expect(candles.at(-1)?.x).toBeGreaterThan(plotWidth - 20);
  expect(grid.length).toBeGreaterThan(1);
  expect(new Set(grid.map(({ ticks }, index) => ticks - (grid[index - 1]?.ticks ?? ticks))).size).toBeLessThanOrEqual(
    2,
  );
  const marks = times.map(({ x }) => x);
  expect(marks.every((x, index) => index === 0 || x - (marks[index - 1] ?? 0) >= 96)).toBe(true);
});

test('a single flat bar can be drawn', () => {
  const { candles } = chartFigure([{ ...bar(0, 5, 5), high: 5, low: 5, volume: 0 }], size);
  expect(candles[0]).toMatchObject({ bodyHeight: 1, volumeHeight: 0 });
  expect(Number.isFinite(candles[0]?.bodyTop)).toBe(true);
});

test('the current quote extends the newest bar, and starts the next one after its end', () => {
  const [first = bar(0, 0, 0)] = [bar(0, 10, 11)];
  expect(withLast([first], 20, start + 1, QUARTER_MS)).toEqual([{ ...first, close: 20, high: 20 }]);
  expect(withLast([first], 20, start + QUARTER_MS, QUARTER_MS)).toEqual([
    first,
    { timeMs: start + QUARTER_MS, open: 20, high: 20, low: 20, close: 20, volume: 0 },
  ]);
  expect(withLast([first], null, start, QUARTER_MS)).toEqual([first]);
});
