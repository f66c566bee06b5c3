import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CurveSlope, carryTenths, curvePoints, curveRuns } from '#preview/curve.ts';

const month = (lastTradeDay: string, lastTicks: number | null, settlementTicks: number | null) => ({
  lastTradeDay,
  lastTicks,
  settlementTicks,
});

test('each month has its price, its change and the way to the next', () => {
  const [near, middle, far] = curvePoints([
    month('2026-12-14', 1793, 1778),
    month('2027-03-12', null, 1836),
    month('2027-05-14', null, null),
  ]);
  expect(near).toEqual({
    markTicks: 1793,
    changeTicks: 15,
    // 43 / 1793 x 365 / 88 = 9.947 %
    next: { spreadTicks: -43, spreadChangeTicks: 15, carryTenths: 99n },
  });
  expect(middle).toEqual({
    markTicks: 1836,
    changeTicks: null,
    next: { spreadTicks: null, spreadChangeTicks: null, carryTenths: null },
  });
  expect(far).toEqual({ markTicks: null, changeTicks: null, next: null });
});

/** Worked out by hand. */
describe('a carry', () => {
  test.each<[string, number, number, number, bigint | null]>([
    ['a year at a tenth more', 1000, 1100, 365, 100n],
    ['a quarter at a tenth less', 1000, 900, 73, -500n],
    ['none between equal prices', 1000, 1000, 30, 0n],
    ['a tie goes to the even tenth', 2000, 2001, 365, 0n],
    ['no share of nothing', 0, 100, 30, null],
    ['nor of a price below zero', -3763, 100, 30, null],
    ['nor without a day between', 1000, 1100, 0, null],
  ])('%s', (_, near, far, days, tenths) => {
    expect(carryTenths(near, far, days)).toBe(tenths);
  });
});

describe('the stretches of a curve', () => {
  test.each<[string, (number | null)[], [CurveSlope, number, number][]]>([
    ['nothing listed', [], []],
    ['one month', [5], []],
    ['one price', [null, 5, null], []],
    ['dearer all along', [1, 2, 3], [['contango', 0, 2]]],
    ['cheaper all along', [3, 2, 1], [['backwardation', 0, 2]]],
    ['one price all along', [2, 2, 2], [['flat', 0, 2]]],
    ['flat at first', [2, 2, 3], [['contango', 0, 2]]],
    ['flat at last', [3, 2, 2], [['backwardation', 0, 2]]],
    [
      'the new crop',
      [448, 462, 475, 461, 467],
      [
        ['contango', 0, 2],
        ['backwardation', 2, 3],
        ['contango', 3, 4],
      ],
    ],
    [
      'over a month without a price',
      [3, null, 2, 4],
      [
        ['backwardation', 0, 2],
        ['contango', 2, 3],
      ],
    ],
  ])('%s', (_, marks, runs) => {
    expect(curveRuns(marks)).toEqual(runs.map(([slope, from, to]) => ({ slope, from, to })));
  });
});

const ticks = fc.option(fc.integer({ min: -50, max: 50 }), { nil: null });

test('stretches cover all priced months, meet, and never repeat a direction', () => {
  fc.assert(
    fc.property(fc.array(ticks, { maxLength: 14 }), (marks) => {
      const runs = curveRuns(marks);
      const priced = marks.flatMap((one, index) => (one === null ? [] : [index]));
      const isCurve = priced.length > 1;
      expect([runs[0]?.from, runs.at(-1)?.to]).toEqual(isCurve ? [priced[0], priced.at(-1)] : [undefined, undefined]);
      for (const [at, { slope, from, to }] of runs.entries()) {
        const rise = (marks[to] ?? 0) - (marks[from] ?? 0);
        expect(Math.sign(rise)).toBe(slope === 'contango' ? 1 : slope === 'backwardation' ? -1 : 0);
        const before = runs[at - 1];
        if (before) expect([before.to, before.slope === slope]).toEqual([from, false]);
      }
    }),
  );
});

test('spreads of neighbours add up to the spread of the outer months', () => {
  const prices = fc.array(fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 })), {
    minLength: 1,
    maxLength: 14,
  });
  fc.assert(
    fc.property(prices, (pairs) => {
      const points = curvePoints(pairs.map(([last, before], at) => month(`20${at + 20}-01-15`, last, before)));
      const sum = points.reduce((total, { next }) => total + (next?.spreadTicks ?? 0), 0);
      const change = points.reduce((total, { next }) => total + (next?.spreadChangeTicks ?? 0), 0);
      const [first, last] = [points[0], points.at(-1)];
      expect(sum).toBe((first?.markTicks ?? 0) - (last?.markTicks ?? 0));
      expect(change).toBe((first?.changeTicks ?? 0) - (last?.changeTicks ?? 0));
    }),
  );
});
