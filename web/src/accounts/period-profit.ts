/**
 * Sums profit over weeks, months and any range: exact sums of days, so that every screen that shows a period shows the
 * same figure. A day's result is what was booked less fees, plus what the open positions gained.
 */
import type { AccountDay } from '@mua/contract/entities/account-day';
import { addDays, addMonths, dayNumber, lastDayOfMonth, type Vnd } from '@mua/core/values';

export interface ProfitParts {
  readonly actualVnd: Vnd;
  /** Never negative. */
  readonly feesVnd: Vnd;
  /** Rise of the open positions' estimated profit. */
  readonly estimatedVnd: Vnd;
  readonly totalVnd: Vnd;
}

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export interface PeriodProfit extends ProfitParts {
  /** The first and the last trade date that was summed. */
  readonly from: string;
  readonly to: string;
}

export const NO_PROFIT: ProfitParts = { actualVnd: 0n, feesVnd: 0n, estimatedVnd: 0n, totalVnd: 0n };

export function profitOfDay({ actualProfit, fees, estimatedChange }: AccountDay): ProfitParts {
  const [actualVnd, feesVnd, estimatedVnd] = [BigInt(actualProfit), BigInt(fees), BigInt(estimatedChange)];
  return { actualVnd, feesVnd, estimatedVnd, totalVnd: actualVnd - feesVnd + estimatedVnd };
}

export function addProfits(a: ProfitParts, b: ProfitParts): ProfitParts {
  return {
    actualVnd: a.actualVnd + b.actualVnd,
    feesVnd: a.feesVnd + b.feesVnd,
    estimatedVnd: a.estimatedVnd + b.estimatedVnd,
    totalVnd: a.totalVnd + b.totalVnd,
  };
}

export function sumProfit(days: readonly AccountDay[]): ProfitParts {
  return days.map(profitOfDay).reduce(addProfits, NO_PROFIT);
}

/**
 * Returns a result in hundredths of a percent of the equity before it, half away from zero; null where that was not
 * positive.
 */
export function resultBasisPoints(totalVnd: Vnd, equityVnd: Vnd): bigint | null {
  const before = equityVnd - totalVnd;
  if (before <= 0n) return null;
  const half = totalVnd < 0n ? -before / 2n : before / 2n;
  return (totalVnd * 10_000n + half) / before;
}

/** Sums the days by period, oldest first; a week begins on Monday. Periods without a day are left out. */
export function profitByPeriod(days: readonly AccountDay[], period: Period): readonly PeriodProfit[] {
  const sums = new Map<string, PeriodProfit>();
  for (const day of days) {
    const { tradeDate } = day;
    const start = startOf(tradeDate, period);
    const known = sums.get(start);
    const profit = addProfits(known ?? NO_PROFIT, profitOfDay(day));
    sums.set(start, { ...profit, from: known?.from ?? tradeDate, to: tradeDate });
  }
  return [...sums.values()];
}

/** Returns the first calendar day of the period that a date belongs to. */
export function startOf(date: string, period: Period): string {
  if (period === 'day') return date;
  if (period === 'month') return `${date.slice(0, 8)}01`;
  // Day 0 of the count was a Thursday.
  return addDays(date, -((dayNumber(date) + 3) % 7));
}

export const RANGES = ['week', 'month', 'threeMonths', 'sixMonths', 'year', 'all'] as const;
export type Range = (typeof RANGES)[number];

const RANGE_MONTHS = { month: 1, threeMonths: 3, sixMonths: 6, year: 12 } as const;

/**
 * Returns the first day of a range that ends with `last`; null for all days. A month back from the 31st is a month's
 * end.
 */
export function rangeStart(last: string, range: Range): string | null {
  if (range === 'all') return null;
  if (range === 'week') return addDays(last, -6);
  const [year = 0, month = 1, day = 1] = last.split('-').map(Number);
  const end = lastDayOfMonth(addMonths({ year, month }, -RANGE_MONTHS[range]));
  const same = `${end.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return addDays(same > end ? end : same, 1);
}

export function daysFrom(days: readonly AccountDay[], from: string | null): readonly AccountDay[] {
  return from === null ? days : days.filter(({ tradeDate }) => tradeDate >= from);
}

/** Applies the prices of this moment: only the running day changes, by as much as the estimated profit and no more. */
export function withLiveProfit(days: readonly AccountDay[], estimatedProfitVnd: Vnd | null): readonly AccountDay[] {
  const last = days.at(-1);
  if (!last?.isRunning || estimatedProfitVnd === null) return days;
  const gain = estimatedProfitVnd - BigInt(last.estimatedProfit);
  if (gain === 0n) return days;
  const add = (text: string) => (BigInt(text) + gain).toString();
  const { equity, estimatedProfit, estimatedChange } = last;
  const live = { ...last, equity: add(equity), estimatedProfit: add(estimatedProfit) };
  return [...days.slice(0, -1), { ...live, estimatedChange: add(estimatedChange) }];
}
