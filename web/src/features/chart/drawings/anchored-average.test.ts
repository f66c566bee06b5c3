import { expect, test } from 'vitest';
import { anchoredAverage } from '#features/chart/drawings/anchored-average.ts';

const bar = (price: number, volume: number) => ({ high: price + 1, low: price - 1, close: price, volume });

test('an average starts at its anchor and weighs each bar by its lots', () => {
  const bars = [bar(90, 99), bar(10, 0), bar(10, 1), bar(20, 3), bar(30, 4)];
  expect(anchoredAverage(bars, 1)).toEqual([
    { index: 2, price: 10 },
    { index: 3, price: 17.5 },
    { index: 4, price: 23.75 },
  ]);
  expect(anchoredAverage(bars, 5)).toEqual([]);
});
