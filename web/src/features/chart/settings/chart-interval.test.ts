import { expect, test } from 'vitest';
import {
  type ChartInterval,
  intervalFrom,
  nextBarMs,
  nextInterval,
  readInterval,
} from '#features/chart/settings/chart-interval.ts';

test.each([
  ['7', '7m'],
  [' 7 m ', '7m'],
  ['7p', '7m'],
  ['60', '1h'],
  ['2h', '120m'],
  ['4H', '4h'],
  ['12g', '720m'],
  ['1d', '1d'],
  ['3D', '3d'],
  ['3n', '3d'],
  ['1w', '1w'],
  ['1M', '1M'],
  ['1m', '1m'],
  // Three months are no interval, and not three minutes.
  ['3M', undefined],
  ['721', undefined],
  ['0', undefined],
  ['31d', undefined],
  ['2w', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['x', undefined],
])('%j means %j', (typed, interval) => {
  expect(readInterval(typed)).toBe(interval);
});

test('a stored interval is read back; what is none any more is not', () => {
  for (const interval of ['7m', '3d', '1M', '15m', '720m']) expect(intervalFrom(interval)).toBe(interval);
  // Written one way only.
  expect(intervalFrom('60m')).toBe('1h');
  for (const kept of ['9999m', '0m', '-1m', '7', 'm', 7, null]) expect(intervalFrom(kept)).toBeUndefined();
});

test('a bar ends after its length', () => {
  expect(nextBarMs('7m', 1_000)).toBe(1_000 + 7 * 60_000);
  expect(nextBarMs('3d', 0)).toBe(3 * 86_400_000);
});

test.each<[ChartInterval, ChartInterval, ChartInterval]>([
  ['5m', '1m', '15m'],
  ['7m', '5m', '15m'],
  ['1d', '4h', '1w'],
  ['30d', '1w', '1M'],
  // At the ends there is no further one.
  ['1m', '1m', '5m'],
  ['1M', '1w', '1M'],
])('beside %s are %s and %s', (interval, shorter, longer) => {
  expect([nextInterval(interval, -1), nextInterval(interval, 1)]).toEqual([shorter, longer]);
});
