import type { CandleInterval } from '@mua/contract/entities/candle';
import { barOpenMs, nextOpenMs, tradeDateAt } from '@mua/core/values';
import { expect, test } from 'vitest';
import { barLeftMs, isIntraday } from '#features/chart/bars/bar-time.ts';

const at = (text: string) => Date.parse(text);
const iso = (timeMs: number) => new Date(timeMs).toISOString();

// Vietnam is UTC+7; a trade date begins at 05:00 there, 22:00 UTC of the day before.
test.each<[CandleInterval, string, string]>([
  ['1m', '2026-11-20T13:44:59.999Z', '2026-11-20T13:44:00.000Z'],
  ['5m', '2026-11-20T13:44:59.999Z', '2026-11-20T13:40:00.000Z'],
  ['15m', '2026-11-20T13:45:00.000Z', '2026-11-20T13:45:00.000Z'],
  ['30m', '2026-11-20T13:44:00.000Z', '2026-11-20T13:30:00.000Z'],
  ['1h', '2026-11-20T13:44:00.000Z', '2026-11-20T13:00:00.000Z'],
  ['4h', '2026-11-20T01:59:59.000Z', '2026-11-19T22:00:00.000Z'],
  ['4h', '2026-11-20T02:00:00.000Z', '2026-11-20T02:00:00.000Z'],
  ['1d', '2026-11-20T13:44:00.000Z', '2026-11-19T22:00:00.000Z'],
  ['1d', '2026-11-20T22:00:00.000Z', '2026-11-20T22:00:00.000Z'],
  ['1w', '2026-11-20T13:44:00.000Z', '2026-11-15T22:00:00.000Z'],
  ['1M', '2026-11-20T13:44:00.000Z', '2026-10-31T22:00:00.000Z'],
])('the %s bar that contains %s opens at %s', (interval, time, opens) => {
  expect(iso(barOpenMs(interval, at(time)))).toBe(opens);
});

test.each<[CandleInterval, string, string]>([
  ['15m', '2026-11-20T13:45:00.000Z', '2026-11-20T14:00:00.000Z'],
  ['1M', '2026-10-31T22:00:00.000Z', '2026-11-30T22:00:00.000Z'],
  ['1M', '2026-11-30T22:00:00.000Z', '2026-12-31T22:00:00.000Z'],
])('the %s bar after that of %s opens at %s', (interval, open, next) => {
  expect(iso(nextOpenMs(interval, at(open)))).toBe(next);
});

test('a trade date is named after the day it ends on', () => {
  expect(tradeDateAt(at('2026-11-19T21:59:59.999Z'))).toBe('2026-11-19');
  expect(tradeDateAt(at('2026-11-19T22:00:00.000Z'))).toBe('2026-11-20');
});

test('the countdown runs within the day, and ends with the bar', () => {
  const open = at('2026-11-20T13:45:00.000Z');
  expect(barLeftMs('15m', open, at('2026-11-20T13:59:36.000Z'))).toBe(24_000);
  expect(barLeftMs('15m', open, at('2026-11-20T14:00:00.000Z'))).toBeNull();
  expect(barLeftMs('1d', open, open)).toBeNull();
  expect(isIntraday('4h')).toBe(true);
});
