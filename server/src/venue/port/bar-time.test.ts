import { barOpenMs, nextOpenMs, tradeDateAt } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { aggregateBars } from '#venue/port/bar-time.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

describe('bar times', () => {
  test.each([
    ['1m', '2026-11-20T13:07:21', '2026-11-20T13:07:00', '2026-11-20T13:08:00'],
    ['15m', '2026-11-20T13:07:21', '2026-11-20T13:00:00', '2026-11-20T13:15:00'],
    // Four-hour bars count from 05:00 in Vietnam, so that none spans two trade dates.
    ['4h', '2026-11-20T21:59:59', '2026-11-20T18:00:00', '2026-11-20T22:00:00'],
    ['4h', '2026-11-20T22:00:00', '2026-11-20T22:00:00', '2026-11-21T02:00:00'],
    ['1d', '2026-11-20T21:59:59', '2026-11-19T22:00:00', '2026-11-20T22:00:00'],
    ['1w', '2026-11-20T12:00:00', '2026-11-15T22:00:00', '2026-11-22T22:00:00'],
    ['1w', '2026-11-15T22:00:00', '2026-11-15T22:00:00', '2026-11-22T22:00:00'],
    ['1M', '2026-11-30T21:00:00', '2026-10-31T22:00:00', '2026-11-30T22:00:00'],
    ['1M', '2026-12-31T12:00:00', '2026-11-30T22:00:00', '2026-12-31T22:00:00'],
  ] as const)('%s at %s', (interval, time, open, next) => {
    expect(barOpenMs(interval, at(time))).toBe(at(open));
    expect(nextOpenMs(interval, at(open))).toBe(at(next));
  });

  test('a trade date begins at 22:00 UTC of the day before', () => {
    expect(tradeDateAt(at('2026-11-19T22:00:00'))).toBe('2026-11-20');
    expect(tradeDateAt(at('2026-11-20T21:59:59'))).toBe('2026-11-20');
  });

  test('bars are summed to a longer interval in all five fields', () => {
    const bar = (time: string, open: number, high: number, low: number, close: number, volumeLots: number) => ({
      openMs: at(time),
      openTicks: open,
      highTicks: high,
      lowTicks: low,
      closeTicks: close,
      volumeLots,
    });
    const minutes = [
      bar('2026-11-20T13:01:00', 10, 12, 9, 11, 5),
      bar('2026-11-20T13:03:00', 11, 11, 7, 8, 2),
      bar('2026-11-20T13:05:00', 8, 9, 8, 9, 1),
    ];
    expect(aggregateBars('5m', minutes)).toEqual([
      bar('2026-11-20T13:00:00', 10, 12, 7, 8, 7),
      bar('2026-11-20T13:05:00', 8, 9, 8, 9, 1),
    ]);
  });
});
