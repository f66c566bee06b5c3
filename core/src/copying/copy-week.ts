/** The weekly report of a copy: what of its profit the leader is paid (docs/rules/copying.md#weekly-report). */
import { type CivilDate, dayNumber } from '#values/civil-date.ts';
import type { Vnd } from '#values/units.ts';
import { divideHalfEven, maxBigint } from '#values/whole-numbers.ts';

/** A week under way. Fund changes are deposits less withdrawals; a withdrawal counts when it is held. */
export interface CopyWeek {
  startMs: number;
  startEquityVnd: Vnd;
  fundChangedVnd: Vnd;
  /** The equity above which a profit is shared: the high-water mark. */
  highEquityVnd: Vnd;
}

export interface WeekSums {
  readonly profitVnd: Vnd;
  readonly profitToFeeVnd: Vnd;
  readonly performanceFeeVnd: Vnd;
  readonly newHighEquityVnd: Vnd;
  readonly nextStartEquityVnd: Vnd;
}

/**
 * The sums of a week that ends with this equity, before its performance fee and after copy fees. The fee is never more
 * than the money that could be withdrawn: nobody comes to owe, or short of margin, for a profit that is not realised.
 */
export function endWeek(
  week: Readonly<CopyWeek>,
  endEquityVnd: Vnd,
  { feeBasisPoints, freeVnd }: { readonly feeBasisPoints: number; readonly freeVnd: Vnd },
): WeekSums {
  const { startEquityVnd, fundChangedVnd, highEquityVnd } = week;
  const profitToFeeVnd = profitAboveHighVnd(week, endEquityVnd);
  const asked = shareVnd(week, endEquityVnd, feeBasisPoints);
  const performanceFeeVnd = asked <= freeVnd ? asked : maxBigint(0n, freeVnd);
  const nextStartEquityVnd = endEquityVnd - performanceFeeVnd;
  return {
    profitVnd: endEquityVnd - startEquityVnd - fundChangedVnd,
    profitToFeeVnd,
    performanceFeeVnd,
    newHighEquityVnd: maxBigint(highEquityVnd + fundChangedVnd, nextStartEquityVnd),
    nextStartEquityVnd,
  };
}

/** What the leader's share of the week would be if it ended with this equity. */
export function shareVnd(week: Readonly<CopyWeek>, equityVnd: Vnd, feeBasisPoints: number): Vnd {
  return leaderShareVnd(equityVnd, { aboveVnd: sharedAboveVnd(week), feeBasisPoints });
}

/** What of an equity the leader gets. */
export interface LeaderShare {
  /** Of equity above it. */
  readonly aboveVnd: Vnd;
  readonly feeBasisPoints: number;
}

export function leaderShareVnd(equityVnd: Vnd, { aboveVnd, feeBasisPoints }: LeaderShare): Vnd {
  return divideHalfEven(maxBigint(0n, equityVnd - aboveVnd) * BigInt(feeBasisPoints), 10_000n);
}

/** The equity above which the week's profit is shared now. */
export function sharedAboveVnd({ fundChangedVnd, highEquityVnd }: Readonly<CopyWeek>): Vnd {
  return fundChangedVnd + highEquityVnd;
}

function profitAboveHighVnd(week: Readonly<CopyWeek>, equityVnd: Vnd): Vnd {
  return maxBigint(0n, equityVnd - sharedAboveVnd(week));
}

/** Whether a trade date is the first of another week than the one before it. */
export function startsWeek(endedDate: CivilDate, nextDate: CivilDate): boolean {
  return weekOf(endedDate) !== weekOf(nextDate);
}

/** Weeks begin on Monday; day 0 was a Thursday. */
function weekOf(date: CivilDate): number {
  return Math.floor((dayNumber(date) + 3) / 7);
}
