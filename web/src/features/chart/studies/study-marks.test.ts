import { expect, test } from 'vitest';
import { inTurns } from '#features/chart/studies/chart-studies.ts';
import { saidLevels } from '#features/chart/studies/study-marks.ts';

const levels = (height: number, tops: readonly number[] = []) =>
  saidLevels([30, 50, 70], { yOf: (level) => height * (1 - level / 100), tops }).map(({ level }) => level);

test('the axis labels the levels, the outer ones if there is no room for all', () => {
  expect(levels(96).sort()).toEqual([30, 50, 70]);
  expect(levels(48)).toEqual([30, 70]);
});

test('a level under a tag is not labelled', () => {
  expect(levels(100, [60])).toEqual([70, 50]);
});

test('tags are assigned in turns: every indicator gets one before any gets two', () => {
  expect(inTurns([['a1', 'a2', 'a3'], ['b1'], ['c1', 'c2']], 4)).toEqual(['a1', 'b1', 'c1', 'a2']);
});
