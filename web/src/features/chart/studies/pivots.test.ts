import { expect, test } from 'vitest';
import { pivotLevels, pivotRuns, pivots } from '#features/chart/studies/pivots.ts';

const HOUR = 3_600_000;
/** Sessions of 23 hours that open at 22:00 of the day before. */
const period = (day: number, high: number, low: number, close: number) => ({
  timeMs: (day * 24 - 2) * HOUR,
  high,
  low,
  close,
});
const keyOf = (timeMs: number) => String(Math.floor((timeMs / HOUR + 2) / 24));
const hour = (hours: number) => ({ timestamp: hours * HOUR });

test('classic levels, worked by hand', () => {
  expect(pivotLevels({ high: 460, low: 448, close: 451 })).toEqual({
    P: 453,
    R1: 458,
    S1: 446,
    R2: 465,
    S2: 441,
    R3: 470,
    S3: 434,
  });
});

test('a trade date has the levels of the one before it, from its evening session on', () => {
  const periods = [period(1, 460, 448, 451), period(2, 463, 450, 460), period(5, 470, 460, 465)];
  const points = pivots([hour(24), hour(45), hour(46), hour(60), hour(118)], { periods, keyOf });
  // The first known one has none before it; day 5 follows day 2, over a weekend.
  expect(points.map(({ levels }) => levels?.P ?? null)).toEqual([null, null, 453, 453, (463 + 450 + 460) / 3]);
  expect(points[2]?.levels).toBe(points[3]?.levels);
});

test('a date that opened after the periods were read has none, instead of those of a date too early', () => {
  const periods = [period(1, 460, 448, 451), period(2, 463, 450, 460)];
  expect(pivots([hour(69), hour(70)], { periods, keyOf }).map(({ levels }) => levels !== null)).toEqual([true, false]);
});

test('a run is one date, as far as it is in view', () => {
  const [one, two] = [
    { levels: pivotLevels({ high: 2, low: 1, close: 1 }) },
    { levels: pivotLevels({ high: 3, low: 1, close: 1 }) },
  ];
  const points = [one, one, { levels: null }, two, two, two];
  const runs = pivotRuns(points, { from: 1, to: 5 });
  expect(runs.map(({ first, last }) => [first, last])).toEqual([
    [1, 1],
    [3, 4],
  ]);
});
