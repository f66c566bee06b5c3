/** Checks levels against hand-made tables, and an alert's price against the definition that it is worked out from. */
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#values/bar-time.ts';
import {
  type AverageLevel,
  barsNeeded,
  type ClosingBars,
  dueTicks,
  goesOn,
  type LineLevel,
  levelOn,
} from '#values/moving-level.ts';
import { seededRandom } from '#values/random.ts';

const at = (minute: number) => minute * MINUTE_MS;

/** A bar each minute but for a break between the fourth and the fifth. */
const BROKEN: readonly number[] = [0, 1, 2, 3, 100, 101].map(at);

function barsOf(...closes: number[]): ClosingBars {
  return { timesMs: closes.map((_, index) => at(index)), closes };
}

function line(from: readonly [number, number], to: readonly [number, number], isExtended = true): LineLevel {
  const point = ([minute, ticks]: readonly [number, number]) => ({ timeMs: at(minute), ticks });
  return { kind: 'line', interval: '1m', from: point(from), to: point(to), isExtended };
}

describe('a line', () => {
  const on = (level: LineLevel, count: number) =>
    levelOn(level, { timesMs: BROKEN.slice(0, count), closes: BROKEN.slice(0, count).map(() => 0) });

  test.each([
    ['at its first point', 1, 100],
    ['between its points, a break counting nothing', 5, 108],
    ['at its second point', 6, 110],
  ])('%s', (_name, count, ticks) => {
    expect(on(line([0, 100], [101, 110]), count)).toEqual({ kind: 'at', drawn: ticks, met: ticks });
  });

  test.each([
    ['extended beyond its second point', line([0, 100], [2, 104]), 6, { kind: 'at', drawn: 110, met: 110 }],
    ['ended at its second point', line([0, 100], [2, 104], false), 4, { kind: 'over' }],
    ['still there at its second point', line([0, 100], [2, 104], false), 3, { kind: 'at', drawn: 104, met: 104 }],
    ['drawn backwards', line([2, 104], [0, 100]), 4, { kind: 'at', drawn: 106, met: 106 }],
    ['not begun', line([5, 100], [9, 110]), 4, { kind: 'none' }],
    ['both points in one bar', line([1, 100], [1, 110]), 4, { kind: 'none' }],
    ['second point ahead, counted by the clock', line([0, 100], [10, 110]), 4, { kind: 'at', drawn: 103, met: 103 }],
    ['below zero', line([0, -3], [2, -4]), 6, { kind: 'at', drawn: -5.5, met: -5.5 }],
  ] as const)('%s', (_name, level, count, reading) => {
    expect(on(level, count)).toEqual(reading);
  });
});

describe('an average', () => {
  const average = (kind: AverageLevel['average'], period: number): AverageLevel => ({
    kind: 'average',
    average: kind,
    period,
    interval: '1m',
  });

  test.each([
    ['MA', 3, [100, 106, 110, 120], { kind: 'at', drawn: 112, met: 108 }],
    ['MA', 3, [100, 106], { kind: 'none' }],
    ['MA', 2, [100, 106], { kind: 'at', drawn: 103, met: 100 }],
    // Begins with the mean of the first closes; each further close weighs 2 / (period + 1).
    ['EMA', 3, [100, 106, 112, 120], { kind: 'at', drawn: 113, met: 106 }],
    ['EMA', 3, [100, 106, 112, 120, 97], { kind: 'at', drawn: 105, met: 113 }],
    ['EMA', 3, [100, 106, 112], { kind: 'none' }],
  ] as const)('%s %s of %j', (kind, period, closes, reading) => {
    expect(levelOn(average(kind, period), barsOf(...closes))).toEqual(reading);
  });

  test.each(['MA', 'EMA'] as const)('the last price is beyond %s exactly where it is beyond the price met', (kind) => {
    const random = seededRandom(11);
    const closes = Array.from({ length: 60 }, () => random.between(-40, 40));
    for (let round = 0; round < 500; round += 1) {
      const period = random.between(2, 30);
      const last = random.between(-60, 60);
      const reading = levelOn(average(kind, period), barsOf(...closes, last));
      if (reading.kind !== 'at') throw new Error('no level');
      const isAbove = last - reading.drawn >= -1e-9;
      const isBelow = last - reading.drawn <= 1e-9;
      expect([last >= dueTicks(reading.met, 'ABOVE'), last <= dueTicks(reading.met, 'BELOW')]).toEqual([
        isAbove,
        isBelow,
      ]);
    }
  });

  test('depends on no more bars than it asks for', () => {
    const random = seededRandom(3);
    const closes = Array.from({ length: 2_000 }, () => random.between(1_000, 3_000));
    const level = average('EMA', 50);
    const whole = levelOn(level, barsOf(...closes));
    const part = levelOn(level, barsOf(...closes.slice(-barsNeeded(level, 0))));
    if (whole.kind !== 'at' || part.kind !== 'at') throw new Error('no level');
    expect(part.drawn).toBeCloseTo(whole.drawn, 5);
  });
});

test.each([
  [10, 'ABOVE', 10],
  [10, 'BELOW', 10],
  [10.2, 'ABOVE', 11],
  [10.8, 'BELOW', 10],
  [-10.2, 'ABOVE', -10],
  [-10.2, 'BELOW', -11],
  [-0.4, 'ABOVE', 0],
  [10.000000001, 'ABOVE', 10],
] as const)('%s is reached %s at %s', (price, direction, ticks) => {
  expect(dueTicks(price, direction)).toBe(ticks);
});

test('a line asks for the bars since its earlier point', () => {
  expect(barsNeeded(line([100, 1], [40, 2]), at(130))).toBe(92);
  expect(barsNeeded({ ...line([100, 1], [40, 2]), interval: '1h' }, at(130))).toBe(4);
  expect(barsNeeded(line([100, 1], [140, 2]), at(10))).toBe(1);
});

test.each([
  ['segment', [1, 2], false],
  ['ray', [1, 2], true],
  ['ray', [2, 1], false],
  ['line', [2, 1], true],
] as const)('a %s through %j goes on beyond its later point: %s', (extend, [firstMs, secondMs], isExtended) => {
  expect(goesOn(extend, firstMs, secondMs)).toBe(isExtended);
});
