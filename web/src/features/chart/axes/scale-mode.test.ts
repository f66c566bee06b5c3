import { expect, test } from 'vitest';
import {
  atPercent,
  logRange,
  percentOf,
  percentText,
  roundSteps,
  scaleState,
} from '#features/chart/axes/scale-mode.ts';
import { closesBeside, percentsInView } from '#features/chart/compare/compare-bars.ts';

test.each([
  [110, 100, 10],
  // A rise below zero is still a rise.
  [-90, -100, 10],
  [-110, -100, -10],
  [5, 0, null],
])('%s against %s is %s percent', (value, base, percent) => {
  expect(percentOf(value, base)).toBe(percent);
  if (percent !== null) expect(atPercent(percent, base)).toBeCloseTo(value, 9);
});

test('percentages are signed, except zero', () => {
  expect([1.234, -0.5, 0.001, -0.001].map((percent) => percentText(percent))).toEqual([
    '+1.23%',
    '−0.50%',
    '0.00%',
    '0.00%',
  ]);
});

test('labels are round numbers, zero among them', () => {
  expect(roundSteps({ from: -1.3, to: 2.2, count: 4 })).toEqual([-1, 0, 1, 2]);
  expect(roundSteps({ from: 1, to: 1, count: 4 })).toEqual([]);
  expect(roundSteps({ from: 6400.1, to: 6402.9, count: 40, least: 1 })).toEqual([6401, 6402]);
});

test('an unavailable scale says why and falls back to prices', () => {
  const ask = { wanted: 'log' as const, isComparing: false, lowest: 5, base: 10, hasPhysical: true };
  expect(scaleState(ask)).toEqual({ mode: 'log', obstacles: {} });
  expect(scaleState({ ...ask, lowest: 0 })).toEqual({ mode: 'price', obstacles: { log: 'notPositive' } });
  expect(scaleState({ ...ask, lowest: -37.63 }).mode).toBe('price');
  expect(scaleState({ ...ask, wanted: 'percent', base: 0 })).toEqual({
    mode: 'price',
    obstacles: { percent: 'baseIsZero' },
  });
  expect(scaleState({ ...ask, isComparing: true }).mode).toBe('percent');
  expect(scaleState({ ...ask, wanted: 'physical' })).toEqual({ mode: 'physical', obstacles: {} });
  expect(scaleState({ ...ask, wanted: 'physical', hasPhysical: false })).toEqual({
    mode: 'price',
    obstacles: { physical: 'noUnit' },
  });
});

test('the logarithmic scale keeps the prices and spaces them by ratio', () => {
  const bars = { from: 10, to: 1000, range: 990, realFrom: 10, realTo: 1000, realRange: 990 };
  const range = logRange({ ...bars, displayFrom: 10, displayTo: 1000, displayRange: 990 });
  expect(range).toMatchObject({ from: 10, to: 1000, realFrom: 1, realTo: 3, realRange: 2 });
});

test('another exchange’s bar is matched to the bar in which it was the newest', () => {
  const others = [
    { timeMs: 5, close: 1 },
    { timeMs: 12, close: 2 },
    { timeMs: 29, close: 3 },
    { timeMs: 40, close: 4 },
  ];
  // Nothing traded there between 20 and 29; the newest bar here ends at 40.
  expect(closesBeside([0, 10, 20, 30], others, 40)).toEqual([1, 2, 3, 3]);
  expect(closesBeside([0, 10], [{ timeMs: 15, close: 9 }], 20)).toEqual([undefined, 9]);
});

test('percentages are relative to the first close in view', () => {
  expect([...percentsInView([undefined, 0, 50, 100], { from: 0, to: 4 })]).toEqual([
    [2, 0],
    [3, 100],
  ]);
  expect([...percentsInView([50, 100, 150], { from: 1, to: 99 })]).toEqual([
    [1, 0],
    [2, 50],
  ]);
});
