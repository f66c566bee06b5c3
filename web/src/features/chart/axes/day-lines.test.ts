import { expect, test } from 'vitest';
import { firstsOfDay, shadedBars } from '#features/chart/axes/day-lines.ts';

test('a line marks the first bar of each trade date in view, except the oldest bar of all', () => {
  const dateOf = (timeMs: number) => String(Math.floor(timeMs / 10));
  const timesMs = [1, 5, 11, 12, 25, 33];
  expect(firstsOfDay(timesMs, { from: 0, to: 6, dateOf })).toEqual([2, 4, 5]);
  expect(firstsOfDay(timesMs, { from: 3, to: 5, dateOf })).toEqual([4]);
});

test('the second session of a date is shaded, from its break to the next date', () => {
  const sessions: Record<number, number | null> = { 1: 0, 2: 1, 3: 1, 4: 0, 5: 1, 6: null };
  const sessionOf = (timeMs: number) => sessions[timeMs] ?? null;
  expect(shadedBars([1, 2, 3, 4, 5, 6], { from: 0, to: 6, sessionOf })).toEqual([
    { first: 1, last: 2 },
    { first: 4, last: 4 },
  ]);
  expect(shadedBars([1, 2, 3, 4, 5, 6], { from: 2, to: 4, sessionOf })).toEqual([{ first: 2, last: 2 }]);
});
