import type { AccountDay } from '@mua/contract/entities/account-day';
import { describe, expect, test } from 'vitest';
import {
  daysFrom,
  PERIODS,
  profitByPeriod,
  profitOfDay,
  type Range,
  rangeStart,
  resultBasisPoints,
  startOf,
  sumProfit,
  withLiveProfit,
} from '#accounts/period-profit.ts';
import { sampleDay } from '#mock/sample-records.ts';

/** Exceeds what a float counts exactly. */
const HUGE = 9_007_199_254_740_993n;

const day = (tradeDate: string, actualProfit: string, fees = '0', estimatedChange = '0'): AccountDay =>
  sampleDay({ tradeDate, actualProfit, fees, estimatedChange });

/** The days are a Friday, a Monday to Wednesday, and the first days of the next month. */
const DAYS = [
  day('2026-10-30', '5', '1', '10'),
  day('2026-11-02', '-7', '2', '-4'),
  day('2026-11-03', HUGE.toString(), '0', '1'),
  day('2026-11-08', '100'),
  day('2026-11-09', '0', '3', '0'),
  day('2026-12-01', '1'),
];

test('a day’s result is what was booked, less fees, plus what the open positions gained', () => {
  expect(profitOfDay(day('2026-11-20', '500', '120', '-30'))).toEqual({
    actualVnd: 500n,
    feesVnd: 120n,
    estimatedVnd: -30n,
    totalVnd: 350n,
  });
});

test.each([
  [31_204_600n, 1_950_680_075n, 163n],
  [-380n, 999_620n, -4n],
  [0n, 5n, 0n],
  [7n, 7n, null],
  [-7n, -100n, null],
])('a result of %s that left %s is %s hundredths of a percent', (total, equity, points) =>
  expect(resultBasisPoints(total, equity)).toBe(points),
);

test.each([
  ['2026-11-02', 'a Monday', '2026-11-02'],
  ['2026-11-08', 'the Sunday after it', '2026-11-02'],
  ['2026-11-09', 'the next Monday', '2026-11-09'],
  ['2027-01-01', 'a Friday of a new year', '2026-12-28'],
])('the week of %s, %s', (date, _what, start) => expect(startOf(date, 'week')).toBe(start));

describe('weeks and months are sums of days, to the dong', () => {
  test('weeks begin on Monday', () => {
    const weeks = profitByPeriod(DAYS, 'week');
    expect(weeks.map(({ from, to, totalVnd }) => [from, to, totalVnd])).toEqual([
      ['2026-10-30', '2026-10-30', 14n],
      ['2026-11-02', '2026-11-08', HUGE - 13n + 1n + 100n],
      ['2026-11-09', '2026-11-09', -3n],
      ['2026-12-01', '2026-12-01', 1n],
    ]);
  });

  test('months end with the calendar', () => {
    const months = profitByPeriod(DAYS, 'month');
    expect(months.map(({ from, to }) => [from, to])).toEqual([
      ['2026-10-30', '2026-10-30'],
      ['2026-11-02', '2026-11-09'],
      ['2026-12-01', '2026-12-01'],
    ]);
    expect(months[1]).toMatchObject({ feesVnd: 5n, estimatedVnd: -3n, actualVnd: HUGE + 93n, totalVnd: HUGE + 85n });
  });

  test.each(PERIODS)('all of the %ss add up to all days', (period) => {
    const sum = profitByPeriod(DAYS, period).reduce((total, { totalVnd }) => total + totalVnd, 0n);
    expect(sum).toBe(sumProfit(DAYS).totalVnd);
  });
});

test.each<[Range, string, string | null]>([
  ['week', '2026-11-22', '2026-11-16'],
  ['month', '2026-11-22', '2026-10-23'],
  ['month', '2026-03-31', '2026-03-01'],
  ['threeMonths', '2026-05-31', '2026-03-01'],
  ['sixMonths', '2026-11-22', '2026-05-23'],
  ['year', '2028-02-29', '2027-03-01'],
  ['all', '2026-11-22', null],
])('a range of %s that ends on %s begins on %s', (range, last, from) => expect(rangeStart(last, range)).toBe(from));

test('a range includes its first day', () => {
  expect(daysFrom(DAYS, '2026-11-08').map(({ tradeDate }) => tradeDate)).toEqual([
    '2026-11-08',
    '2026-11-09',
    '2026-12-01',
  ]);
  expect(daysFrom(DAYS, null)).toHaveLength(DAYS.length);
});

describe('the running day at the prices of this moment', () => {
  const running = sampleDay({ isRunning: true, equity: '990', estimatedProfit: '-10', estimatedChange: '-4' });

  test('moves with the estimated profit and nothing else', () => {
    const [before, now] = withLiveProfit([sampleDay(), running], 25n);
    expect(before).toEqual(sampleDay());
    expect(now).toEqual({ ...running, equity: '1025', estimatedProfit: '25', estimatedChange: '31' });
  });

  test('stays as reported where nothing moved or nothing is known', () => {
    const days = [running];
    expect(withLiveProfit(days, -10n)).toBe(days);
    expect(withLiveProfit(days, null)).toBe(days);
  });

  test('a day that has ended never moves', () => {
    const days = [sampleDay()];
    expect(withLiveProfit(days, 25n)).toBe(days);
  });
});
