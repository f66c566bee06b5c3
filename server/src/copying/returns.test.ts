/** Returns by hand: chained over dates, with money put in and taken out. */
import { describe, expect, test } from 'vitest';
import {
  costUnits,
  endedTrack,
  growthOf,
  lastDay,
  medianUnits,
  percentOf,
  pointsOf,
  pooled,
  type ReturnDay,
  returnUnits,
  shareOf,
  WHOLE,
} from '#copying/returns.ts';

const day = (tradeDate: string, baseVnd: bigint, profitVnd: bigint): ReturnDay => ({
  ...{ tradeDate, startVnd: baseVnd, baseVnd, profitVnd, feesVnd: 10n },
});
const percent = (days: readonly ReturnDay[]): string => percentOf(returnUnits(growthOf(days)));

test.each([
  ['nothing', [], '0.00'],
  ['a tenth twice', [day('a', 1000n, 100n), day('b', 1100n, 110n)], '21.00'],
  ['a half lost and won', [day('a', 1000n, -500n), day('b', 500n, 250n)], '-25.00'],
  ['money that is not there', [day('a', 0n, 5n), day('b', -7n, 5n)], '0.00'],
  ['more than everything lost', [day('a', 1000n, -1200n), day('b', 500n, 500n)], '-100.00'],
  ['a tie, to even', [day('a', 1_000_000n, 50n)], '0.00'],
  ['the next tie', [day('a', 1_000_000n, 150n)], '0.02'],
])('%s', (_what, days, expected) => {
  expect(percent(days)).toBe(expected);
});

test('what trading did not give was put in at the start of its date, or taken out at its end', () => {
  const ended = endedTrack({
    ...{ startVnd: 1000n, startEstimatedVnd: 30n },
    ends: [
      { tradeDate: 'a', equityVnd: 1600n, estimatedVnd: 80n },
      { tradeDate: 'b', equityVnd: 1100n, estimatedVnd: 0n },
    ],
    earnedOn: new Map([
      ['a', { earnedVnd: 50n, feesVnd: 5n }],
      ['b', { earnedVnd: 80n, feesVnd: 0n }],
    ]),
  });
  expect(ended).toEqual({
    days: [
      { tradeDate: 'a', startVnd: 1000n, baseVnd: 1500n, profitVnd: 100n, feesVnd: 5n },
      { tradeDate: 'b', startVnd: 1600n, baseVnd: 1600n, profitVnd: 0n, feesVnd: 0n },
    ],
    ...{ equityVnd: 1100n, totalVnd: 100n },
  });
  const last = lastDay(ended, { tradeDate: 'c', equityVnd: 1300n, totalVnd: 160n, feesVnd: 1n });
  expect(last).toEqual({ tradeDate: 'c', startVnd: 1100n, baseVnd: 1240n, profitVnd: 60n, feesVnd: 1n });
});

test('a drawdown is counted from the highest point before', () => {
  const days = [day('a', 100n, 20n), day('b', 120n, -30n), day('c', 90n, 45n), day('d', 135n, -27n)];
  expect(pointsOf(days).map(({ drawdown, deepest }) => [percentOf(drawdown), percentOf(deepest)])).toEqual([
    ['0.00', '0.00'],
    ['-25.00', '-25.00'],
    ['0.00', '-25.00'],
    ['-20.00', '-25.00'],
  ]);
});

test('several together count as one', () => {
  const together = pooled([[day('b', 100n, 10n)], [day('a', 300n, 3n), day('b', 300n, -30n)]]);
  expect(together.map(({ tradeDate, baseVnd, profitVnd }) => [tradeDate, baseVnd, profitVnd])).toEqual([
    ['a', 300n, 3n],
    ['b', 400n, -20n],
  ]);
  expect(costUnits(together, ({ feesVnd }) => feesVnd)).toBe(833n);
});

describe('the middle of', () => {
  const grown = (...percents: number[]) => percents.map((one) => WHOLE + (WHOLE * BigInt(one)) / 100n);
  test.each([
    [grown(), undefined],
    [grown(7), 700n],
    [grown(30, -10, 5), 500n],
    [grown(2, -1, 40, 1), 150n],
  ])('%o is %o', (growths, expected) => {
    expect(medianUnits(growths)).toBe(expected);
  });
});

test('a share of nothing is none', () => {
  expect([shareOf(1n, 3n), shareOf(2n, 3n), shareOf(1n, 0n)]).toEqual(['33.33', '66.67', null]);
});
