import { expect, test } from 'vitest';
import { firstsOfDay } from '#features/chart/axes/day-lines.ts';

test('a line marks the first bar of each trade date in view, except the oldest bar of all', () => {
  const dateOf = (timeMs: number) => String(Math.floor(timeMs / 10));
  const timesMs = [1, 5, 11, 12, 25, 33];
  expect(firstsOfDay(timesMs, { from: 0, to: 6, dateOf })).toEqual([2, 4, 5]);
  expect(firstsOfDay(timesMs, { from: 3, to: 5, dateOf })).toEqual([4]);
});
