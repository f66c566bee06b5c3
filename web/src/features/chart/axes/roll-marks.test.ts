import { expect, test } from 'vitest';
import { rollMarks } from '#features/chart/axes/roll-marks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WHOLE = { from: 0, to: 100 };
const roll = (atMs: number) => ({ atMs, from: 'ZCEZ26', to: 'ZCEH27', gapTicks: 8 });

test('a roll is marked at the first bar of the new month, whether it opens with the roll or later', () => {
  const timesMs = [0, 1, 2, 30, 31].map((hour) => hour * HOUR);
  const marked = (atMs: number) =>
    rollMarks([roll(atMs)], { interval: '1h', timesMs }, WHOLE).map(({ index }) => index);
  expect(marked(2 * HOUR)).toEqual([2]);
  expect(marked(22 * HOUR)).toEqual([3]);
});

test('of weeks, the bar that holds the roll is marked', () => {
  const timesMs = [0, 7, 14].map((day) => day * DAY);
  expect(rollMarks([roll(9 * DAY)], { interval: '1w', timesMs }, WHOLE)).toEqual([{ index: 1, month: 'ZCEH27' }]);
});

test('a roll before the bars, or out of view, is not marked', () => {
  const bars = { interval: '1d', timesMs: [5, 6, 7, 8].map((day) => day * DAY) } as const;
  expect(rollMarks([roll(5 * DAY)], bars, WHOLE)).toEqual([]);
  expect(rollMarks([roll(7 * DAY)], bars, { from: 3, to: 4 })).toEqual([]);
});
