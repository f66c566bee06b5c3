import { expect, test } from 'vitest';
import { startLive, withMinute } from '#features/chart/bars/live-bar.ts';
import { TradeDates } from '#features/chart/bars/trade-dates.ts';
import type { Bar } from '#market/candles.ts';

const at = (text: string) => Date.parse(`${text}:00Z`);
const iso = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 16);

/** Oil in Chicago around the night when the clocks went back in America: Friday, then Monday from Sunday evening on. */
function chicago(): TradeDates {
  const dates = new TradeDates();
  dates.learn([
    { date: '2026-10-30', opensMs: at('2026-10-29T22:00'), sessions: [] },
    { date: '2026-11-02', opensMs: at('2026-11-01T23:00'), sessions: [] },
  ]);
  dates.learn([
    { date: '2026-10-29', opensMs: at('2026-10-28T22:00'), sessions: [] },
    { date: '2026-11-03', opensMs: at('2026-11-02T23:00'), sessions: [] },
    { date: '2026-11-04', opensMs: at('2026-11-03T23:00'), sessions: [] },
  ]);
  return dates;
}

test.each([
  ['2026-10-29T21:59', '2026-10-29'],
  ['2026-10-29T22:00', '2026-10-30'],
  ['2026-10-30T20:59', '2026-10-30'],
  // Sunday evening in Chicago.
  ['2026-11-01T23:00', '2026-11-02'],
  ['2026-11-02T22:30', '2026-11-02'],
  ['2026-11-02T23:00', '2026-11-03'],
])('%s belongs to %s', (time, date) => {
  expect(chicago().dateAt(at(time))).toBe(date);
});

test('without dates of its own, and beyond the known ones, the broker’s dates apply', () => {
  expect(new TradeDates().dateAt(at('2026-11-01T22:30'))).toBe('2026-11-02');
  // The end of the newest one is not known.
  expect(chicago().dateAt(at('2026-11-10T22:30'))).toBe('2026-11-11');
  expect(iso(new TradeDates().barOpenMs('1d', at('2026-11-02T12:00')))).toBe('2026-11-01T22:00');
});

test('days open with their session; a week with that of its first date; hours are unaffected', () => {
  const dates = chicago();
  expect(iso(dates.barOpenMs('1d', at('2026-11-02T22:45')))).toBe('2026-11-01T23:00');
  expect(iso(dates.barOpenMs('1w', at('2026-11-03T12:00')))).toBe('2026-11-01T23:00');
  expect(iso(dates.barOpenMs('1M', at('2026-11-03T12:00')))).toBe('2026-11-01T23:00');
  expect(iso(dates.barOpenMs('1h', at('2026-11-02T22:45')))).toBe('2026-11-02T22:00');
});

test('a live minute in the last hour of a trade date extends its bar, the next session starts a new one', () => {
  const bar = (time: string, price: number): Bar => ({
    timeMs: at(time),
    ...{ open: price, high: price, low: price, close: price },
    volume: 2,
  });
  const dates = chicago();
  const live = startLive('1d', bar('2026-11-01T23:00', 100), at('2026-11-02T12:00'));
  const late = withMinute(live, bar('2026-11-02T21:59', 101), dates);
  expect(late.bar).toMatchObject({ timeMs: at('2026-11-01T23:00'), close: 101, volume: 4 });
  expect(withMinute(late, bar('2026-11-02T23:00', 90), dates).bar).toMatchObject({
    timeMs: at('2026-11-02T23:00'),
    open: 90,
    volume: 2,
  });
});
