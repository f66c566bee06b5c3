import type { CandleInterval } from '@mua/contract/entities/candle';
import { expect, test } from 'vitest';
import { startLive, withMinute } from '#features/chart/bars/live-bar.ts';
import { TradeDates } from '#features/chart/bars/trade-dates.ts';
import type { Bar } from '#market/candles.ts';

const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00.000Z`);
const bar = (clock: string, prices: readonly [number, number, number, number], volume: number): Bar => {
  const [open, high, low, close] = prices;
  return { timeMs: at(clock), open, high, low, close, volume };
};
const BROKER = new TradeDates();
/** Instants within the minute 13:47. */
const READ_AT = at('13:47') + 30_000;
const grow = (interval: CandleInterval, newest: Bar | undefined, minutes: readonly Bar[]) =>
  minutes.reduce((live, minute) => withMinute(live, minute, BROKER), startLive(interval, newest, READ_AT)).bar;

test('a growing minute updates high, low and close, and adds only the increase of its volume', () => {
  const history = bar('13:45', [100, 104, 98, 101], 50);
  const minutes = [
    bar('13:47', [101, 102, 101, 102], 5),
    bar('13:47', [101, 106, 101, 105], 9),
    bar('13:47', [101, 106, 97, 99], 12),
  ];
  // The first 5 lots were already in the history.
  expect(grow('15m', history, minutes)).toEqual(bar('13:45', [100, 106, 97, 99], 57));
});

test('the next minute of the same bar adds its entire volume', () => {
  const history = bar('13:45', [100, 104, 98, 101], 50);
  const minutes = [bar('13:47', [101, 101, 101, 101], 5), bar('13:48', [101, 103, 101, 103], 7)];
  expect(grow('15m', history, minutes)).toEqual(bar('13:45', [100, 104, 98, 103], 57));
});

test('a late update of the previous minute changes the volume, not the close', () => {
  const minutes = [
    bar('13:48', [101, 101, 101, 101], 5),
    bar('13:49', [102, 103, 102, 103], 7),
    bar('13:48', [101, 101, 101, 101], 6),
  ];
  expect(grow('15m', undefined, minutes)).toEqual(bar('13:45', [101, 103, 101, 103], 13));
});

test('a minute of the next bar starts it with its own prices', () => {
  const history = bar('13:45', [100, 104, 98, 101], 50);
  expect(grow('15m', history, [bar('14:00', [105, 106, 105, 106], 3)])).toEqual(bar('14:00', [105, 106, 105, 106], 3));
});

test('a minute of a finished bar changes nothing', () => {
  const live = startLive('15m', bar('14:00', [100, 100, 100, 100], 1), READ_AT);
  expect(withMinute(live, bar('13:59', [90, 90, 90, 90], 9), BROKER)).toBe(live);
});

test('one-minute bars are taken from the feed as they are', () => {
  const history = bar('13:47', [101, 102, 101, 102], 5);
  expect(grow('1m', history, [bar('13:47', [101, 103, 101, 103], 8)])).toEqual(bar('13:47', [101, 103, 101, 103], 8));
});

test('history includes a minute that had begun when it was read, but not a later one', () => {
  const history = bar('13:45', [100, 104, 98, 102], 50);
  expect(grow('15m', history, [bar('13:46', [101, 102, 101, 102], 5)])?.volume).toBe(50);
  expect(grow('15m', history, [bar('13:48', [101, 102, 101, 102], 5)])?.volume).toBe(55);
});

test('a contract without history starts with its first minute', () => {
  expect(startLive('5m', undefined, READ_AT).bar).toBeNull();
  expect(grow('5m', undefined, [bar('13:47', [1, 2, 1, 2], 4)])).toEqual(bar('13:45', [1, 2, 1, 2], 4));
});

test('minutes add up to bars of a longer interval; an interval without a trade has no bar', () => {
  const minutes = [
    bar('13:44', [10, 12, 10, 11], 1),
    bar('13:45', [11, 11, 9, 9], 2),
    bar('13:49', [9, 14, 9, 13], 3),
    bar('14:02', [13, 13, 13, 13], 4),
  ];
  const seen = new Map<number, Bar>();
  let live = startLive('5m', undefined, READ_AT);
  for (const minute of minutes) {
    live = withMinute(live, minute, BROKER);
    if (live.bar) seen.set(live.bar.timeMs, live.bar);
  }
  expect([...seen.values()]).toEqual([
    bar('13:40', [10, 12, 10, 11], 1),
    bar('13:45', [11, 14, 9, 13], 5),
    bar('14:00', [13, 13, 13, 13], 4),
  ]);
});
