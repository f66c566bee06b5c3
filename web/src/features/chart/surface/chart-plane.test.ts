import type { Chart, KLineData } from 'klinecharts';
import { expect, test } from 'vitest';
import { ChartPlane } from '#features/chart/surface/chart-plane.ts';
import { priceScale } from '#features/chart/surface/price-scale.ts';

const MINUTE_MS = 60_000;

function bar(minute: number, low: number): KLineData {
  return { timestamp: minute * MINUTE_MS, open: low + 1, high: low + 3, low, close: low + 2, volume: 1 };
}

/**
 * A plane over a list of bars, which the test changes as the library does: it replaces one bar and keeps the others.
 */
function planeOver(bars: KLineData[]) {
  const held = { bars };
  const chart = { getDataList: () => held.bars } as unknown as Chart;
  const scale = priceScale({ display: 'decimal', scale: 0, tickUnits: 1 });
  const container = {} as HTMLElement;
  return { held, plane: new ChartPlane({ container, chart, scale, interval: () => '1m' }) };
}

test('without bars there is no lowest price', () => {
  expect(planeOver([]).plane.lowest).toBeUndefined();
});

test('the lowest price follows the growing bar, up and down', () => {
  const { held, plane } = planeOver([bar(1, 10), bar(2, 8), bar(3, 9)]);
  expect(plane.lowest).toBe(8);
  held.bars = [...held.bars.slice(0, -1), bar(3, -5)];
  expect(plane.lowest).toBe(-5);
  held.bars = [...held.bars.slice(0, -1), bar(3, 9)];
  expect(plane.lowest).toBe(8);
});

test('openings and the lowest price are read again when a bar is finished or corrected, or older ones arrive', () => {
  const { held, plane } = planeOver([bar(2, 8), bar(3, 9)]);
  expect(plane.bars.timesMs).toEqual([2, 3].map((minute) => minute * MINUTE_MS));
  held.bars = [...held.bars, bar(4, 12)];
  expect(plane.bars.timesMs).toHaveLength(3);
  held.bars = [bar(1, 3), ...held.bars];
  expect([plane.bars.timesMs[0], plane.lowest]).toEqual([MINUTE_MS, 3]);
  held.bars = [...held.bars.slice(0, 2), bar(3, -1), ...held.bars.slice(3)];
  expect(plane.lowest).toBe(-1);
});

test('while the newest bar grows, the list of openings is reused', () => {
  const { held, plane } = planeOver([bar(1, 10), bar(2, 8)]);
  const { timesMs } = plane.bars;
  held.bars = [...held.bars.slice(0, -1), bar(2, 7)];
  expect(plane.bars.timesMs).toBe(timesMs);
});
