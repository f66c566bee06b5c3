import type { Indicator, KLineData } from 'klinecharts';
import { expect, test } from 'vitest';
import { barsAhead, cloudStretches, type IchimokuPoint, ichimoku, middles } from '#features/chart/studies/ichimoku.ts';
import { reckonsNewest } from '#features/chart/studies/newest-value.ts';

const bar = (high: number, low: number, close = low) => ({ high, low, close });
const LENGTHS = { conversion: 2, base: 3, span: 4, displacement: 3 };

test('lines of a short Ichimoku, worked by hand', () => {
  const bars = [bar(4, 2, 3), bar(6, 4, 5), bar(8, 4, 7), bar(8, 6, 6), bar(10, 7, 9)];
  const points = ichimoku(bars, LENGTHS);
  const column = (key: 'conversion' | 'base' | 'a' | 'b' | 'lagging') => points.map((point) => point[key] ?? null);
  // Two bars further than the newest: a displacement counts the current bar.
  expect(points).toHaveLength(7);
  expect(column('conversion')).toEqual([null, 4, 6, 6, 8, null, null]);
  expect(column('base')).toEqual([null, null, 5, 6, 7, null, null]);
  expect(column('a')).toEqual([null, null, null, null, 5.5, 6, 7.5]);
  expect(column('b')).toEqual([null, null, null, null, null, 5, 7]);
  expect(column('lagging')).toEqual([7, 6, 9, null, null, null, null]);
  expect(ichimoku([], LENGTHS)).toEqual([]);
});

test('a middle in one pass equals the middle of each window', () => {
  let seed = 11;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed % 21) - 10;
  };
  const bars = Array.from({ length: 300 }, () => {
    const low = random();
    return bar(low + Math.abs(random()), low);
  });
  for (const period of [1, 2, 9, 52]) {
    const plain = bars.map((_bar, at) => {
      if (at < period - 1) return undefined;
      const window = bars.slice(at - period + 1, at + 1);
      return (Math.max(...window.map(({ high }) => high)) + Math.min(...window.map(({ low }) => low))) / 2;
    });
    expect(middles(bars, period)).toEqual(plain);
  }
});

test('the cloud changes its colour exactly where the spans cross', () => {
  const [first, second, ...more] = cloudStretches([
    { x: 0, a: 10, b: 20 },
    { x: 10, a: 10, b: 20 },
    { x: 20, a: 20, b: 10 },
  ]);
  expect(more).toEqual([]);
  // Pixels count downwards: a smaller one is a higher price.
  expect(first?.isRising).toBe(true);
  expect(second?.isRising).toBe(false);
  expect(first?.outline).toContainEqual({ x: 15, y: 15 });
  expect(second?.outline[0]).toEqual({ x: 15, y: 15 });
  expect(cloudStretches([{ x: 0, a: 1, b: 2 }])).toEqual([]);
});

test('only the newest values are calculated again, also ahead of the bars and behind them', () => {
  const handed: number[] = [];
  const whole = (bars: readonly KLineData[]) => ichimoku(bars, { conversion: 9, base: 26, span: 52, displacement: 26 });
  const newest = reckonsNewest<IchimokuPoint, number, unknown>(
    (bars) => {
      handed.push(bars.length);
      return whole(bars);
    },
    'window',
    barsAhead,
  );
  const indicator = { calcParams: [9, 26, 52, 26] } as Indicator<IchimokuPoint, number, unknown>;
  const at = (index: number): KLineData => {
    const close = 400 + Math.sin(index / 7) * 10 + (index % 5);
    return { timestamp: index, open: close, high: close + (index % 3), low: close - (index % 4), close };
  };
  const bars = Array.from({ length: 500 }, (_, index) => at(index));
  newest(bars, indicator);
  for (let step = 0; step < 60; step += 1) {
    const last = bars.at(-1);
    if (!last) throw new Error('no bar');
    bars[bars.length - 1] = { ...last, close: last.close + step, high: last.high + step };
    expect(newest(bars, indicator)).toEqual(whole(bars));
    if (step % 2 === 0) bars.push(at(bars.length));
    expect(newest(bars, indicator)).toEqual(whole(bars));
  }
  expect(handed[0]).toBe(500);
  expect(Math.max(...handed.slice(1))).toBeLessThan(180);
});
