/**
 * What followers pay (docs/rules/copying.md#fees): the copy fee at the start of each period, the performance fee at the
 * end of each week and of the copy. Both go to the leader at once.
 */

import { endWeek } from '#copying/copy-week.ts';
import { periodStart, periodsBegun } from '#copying/fee-period.ts';
import type { Copy } from '#engine/copy-records.ts';
import { repayDebt } from '#engine/debts.ts';
import { type Account, accountEquityVnd, accountWithdrawableVnd, type EngineState } from '#engine/state.ts';
import { accountOf, type Step, touchFunds } from '#engine/step.ts';
import { type PostingType, passOn, post } from '#ledger/ledger.ts';
import { addDays } from '#values/civil-date.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { Vnd } from '#values/units.ts';

/** A copy fee is paid with money that could be withdrawn, like a service package. */
export function tooDearToFollow(
  state: EngineState,
  account: Account,
  feeVnd: Vnd,
): Extract<Refusal, { code: 'CopyFeeTooDear' }> | undefined {
  const available = accountWithdrawableVnd(state, account);
  return feeVnd <= available
    ? undefined
    : refusal('CopyFeeTooDear', { amount: feeVnd, available, missing: feeVnd - available });
}

/** Pays the period that begins on the trade date. */
export function payCopyFee(step: Step, account: Account, copy: Copy): void {
  const { terms } = copy.strategy;
  const from = step.state.tradeDate;
  const { feePeriod } = terms;
  const begun = periodsBegun(copy.paidSince, from, feePeriod);
  copy.paidUntil = addDays(periodStart(copy.paidSince, begun, feePeriod), -1);
  if (terms.copyFeeVnd > 0n) give(step, { account, copy }, 'copy-fee', terms.copyFeeVnd, `${copy.copyId} ${from}`);
}

/** Reports the week that ends now and pays its performance fee; the next one begins. */
export function payWeek(step: Step, account: Account, copy: Copy): void {
  const { state, timeMs } = step;
  const { strategy, week } = copy;
  const endEquityVnd = accountEquityVnd(state, account);
  const sums = endWeek(week, endEquityVnd, {
    feeBasisPoints: strategy.terms.performanceFeeBasisPoints,
    freeVnd: accountWithdrawableVnd(state, account),
  });
  const { copyId } = copy;
  step.events.push({
    kind: 'copyWeekEnded',
    report: { copyId, strategyId: strategy.strategyId, ...week, endMs: timeMs, endEquityVnd, ...sums },
  });
  if (sums.performanceFeeVnd > 0n)
    give(step, { account, copy }, 'performance-fee', sums.performanceFeeVnd, `${copyId} ${step.seq}`);
  week.startMs = timeMs;
  week.startEquityVnd = sums.nextStartEquityVnd;
  week.fundChangedVnd = 0n;
  week.highEquityVnd = sums.newHighEquityVnd;
}

/** From the follower to the leader. What is paid for copying is no loss of the day for own limits. */
function give(
  step: Step,
  { account, copy }: { readonly account: Account; readonly copy: Copy },
  type: PostingType,
  amountVnd: Vnd,
  reference: string,
): void {
  const leader = accountOf(step, copy.strategy.accountId);
  const to = { account: leader, type: 'copy-earnings' } as const;
  account.dayBaseVnd -= amountVnd;
  leader.dayBaseVnd += pass(step, { from: { account, type }, to, amountVnd, reference });
}

/** Moves money from one sub-account to another; returns what its debts leave of it there. */
export function pass(step: Step, passed: Parameters<typeof passOn>[0] & Passed): Vnd {
  for (const posting of passOn(passed)) {
    post(step.state.balances, posting);
    step.events.push({ kind: 'moneyPosted', posting });
  }
  const leftVnd = repayDebt(step, passed.to.account, passed.amountVnd, passed.reference);
  for (const { account } of [passed.from, passed.to]) touchFunds(step, account);
  return leftVnd;
}

interface Passed {
  readonly from: { readonly account: Account; readonly type: PostingType };
  readonly to: { readonly account: Account; readonly type: PostingType };
}
