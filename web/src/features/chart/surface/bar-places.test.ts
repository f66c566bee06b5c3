import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BarPlaces, indexOfTime, timeOfIndex } from '#features/chart/surface/bar-places.ts';

const at = (text: string) => Date.parse(`${text}:00Z`);
const QUARTER_MS = 15 * 60_000;
/** A Friday evening, then Sunday night: two days without bars between them. */
const QUARTERS: BarPlaces = {
  interval: '15m',
  timesMs: [
    ...Array.from({ length: 8 }, (_, place) => at('2026-11-20T20:00') + place * QUARTER_MS),
    ...Array.from({ length: 8 }, (_, place) => at('2026-11-22T23:00') + place * QUARTER_MS),
  ],
};
const MONTHS: BarPlaces = {
  interval: '1M',
  timesMs: ['2026-08-31T22:00', '2026-09-30T22:00', '2026-11-01T23:00'].map(at),
};

test.each([
  ['an opening', '2026-11-20T20:15', 1],
  ['within a bar', '2026-11-20T20:29', 1],
  ['in hours without bars: the last bar before them', '2026-11-21T12:00', 7],
  ['the newest bar', '2026-11-23T00:59', 15],
  ['beyond the newest, in bar lengths', '2026-11-23T02:00', 20],
  ['before the oldest', '2026-11-20T19:30', -2],
])('%s', (_name, time, index) => {
  expect(indexOfTime(QUARTERS, at(time))).toBe(index);
});

test('a place beyond the newest bar converts back unchanged, with months too', () => {
  for (const places of [QUARTERS, MONTHS]) {
    const last = places.timesMs.length - 1;
    for (const index of [-14, -1, 0, last, last + 1, last + 14]) {
      expect(indexOfTime(places, timeOfIndex(places, index))).toBe(index);
    }
  }
});

test('a place beyond the newest bar stays on its bar once that exists', () => {
  const short = { ...QUARTERS, timesMs: QUARTERS.timesMs.slice(0, 10) };
  const timeMs = timeOfIndex(short, 13);
  expect(indexOfTime(QUARTERS, timeMs)).toBe(13);
});

test('every bar contains its own opening, and time never runs backwards', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 80 }), fc.integer({ min: -50, max: 80 }), (a, b) => {
      const [first, second] = [timeOfIndex(QUARTERS, a), timeOfIndex(QUARTERS, b)];
      expect(indexOfTime(QUARTERS, first)).toBe(a);
      expect(Math.sign(first - second)).toBe(Math.sign(a - b));
    }),
  );
});

test('without bars there are no places', () => {
  expect(indexOfTime({ interval: '1h', timesMs: [] }, 5)).toBe(0);
});
