/**
 * Withdrawals as the engine knows them: money is held in the step that checks it, then approved and paid, or released
 * (docs/rules/margin-and-money.md#withdrawals). Held money stays in the cash and counts for nothing: equity, margin
 * levels and own limits are what they would be if it had left.
 */
import { shareVnd } from '#copying/copy-week.ts';
import type { WithdrawalChange } from '#engine/events.ts';
import type { HoldWithdrawal, ReleaseWithdrawal } from '#engine/investor-commands.ts';
import {
  type Account,
  accountEquityVnd,
  cashVnd,
  type EngineState,
  fundsChanged,
  type HeldWithdrawal,
} from '#engine/state.ts';
import { refuseCommand, type Step, touchFunds } from '#engine/step.ts';
import type { ApproveWithdrawal, PayWithdrawal } from '#engine/system-commands.ts';
import { post, postingBetween } from '#ledger/ledger.ts';
import { withdrawableVnd } from '#margin/margin.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { Vnd } from '#values/units.ts';
import { assert, maxBigint } from '#values/whole-numbers.ts';

/**
 * The same withdrawal again reports the one that is held. A withdrawal that has ended is not known here any more: its
 * id must not be used again, which the request's row guards.
 */
export function holdWithdrawal(step: Step, { accountId, withdrawalId, amountVnd }: HoldWithdrawal): void {
  assert(amountVnd > 0n, 'a withdrawal is above zero');
  const account = step.state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  const known = account.withdrawals.get(withdrawalId);
  if (known) {
    if (known.amountVnd !== amountVnd) return refuseCommand(step, refusal('IDEMPOTENCY_MISMATCH', {}));
    return report(step, account, known, { status: known.isApproved ? 'APPROVED' : 'HELD' });
  }
  const excess = withdrawalExcess(step.state, account, amountVnd);
  if (excess) return refuseCommand(step, excess);
  const withdrawal: HeldWithdrawal = { withdrawalId, amountVnd, isApproved: false };
  account.withdrawals.set(withdrawalId, withdrawal);
  moveHeld(step, account, amountVnd);
  report(step, account, withdrawal, { status: 'HELD' });
}

/** Approves, releases or pays what is held. */
export function moveWithdrawal(step: Step, command: ApproveWithdrawal | ReleaseWithdrawal | PayWithdrawal): void {
  const account = step.state.accounts.get(command.accountId);
  const withdrawal = account?.withdrawals.get(command.withdrawalId);
  if (!account || !withdrawal) return refuseCommand(step, refusal('NotFound', {}));
  switch (command.kind) {
    case 'approveWithdrawal':
      return approve(step, account, withdrawal);
    case 'releaseWithdrawal':
      if (withdrawal.isApproved && command.reason === 'Cancelled')
        return refuseCommand(step, refusal('WithdrawMarginApproved', {}));
      return release(step, account, withdrawal, command.reason);
    case 'payWithdrawal':
      return pay(step, account, withdrawal, command.reference);
  }
}

/** Refused while the rest of the account needs the money. From here on its owner can't take it back. */
function approve(step: Step, account: Account, withdrawal: HeldWithdrawal): void {
  const { isShort } = boundsOf(step.state, account);
  if (!withdrawal.isApproved && isShort) return refuseCommand(step, marginNeeded(step.state, account, withdrawal));
  withdrawal.isApproved = true;
  report(step, account, withdrawal, { status: 'APPROVED' });
}

/** The bank has transferred it: the only posting of a withdrawal, under the bank's own reference. */
function pay(step: Step, account: Account, withdrawal: HeldWithdrawal, reference: string): void {
  const { withdrawalId, amountVnd, isApproved } = withdrawal;
  // Losses since the approval may have taken the money itself.
  if (!isApproved || cashVnd(step.state, account) < amountVnd)
    return refuseCommand(step, marginNeeded(step.state, account, withdrawal));
  const given = { type: 'withdrawal', broker: 'withdrawals-paid', amountVnd: -amountVnd } as const;
  const posting = postingBetween({ ...given, of: account, reference });
  post(step.state.balances, posting);
  step.events.push({ kind: 'moneyPosted', posting });
  account.withdrawals.delete(withdrawalId);
  account.heldVnd -= amountVnd;
  touchFunds(step, account);
  report(step, account, withdrawal, { status: 'PAID', reference });
}

type ReleaseReason = NonNullable<WithdrawalChange['reason']>;

/** Whether it released any: what is not approved yet covers margin before a position is closed by force. */
export function releaseUnapproved(step: Step, account: Account): boolean {
  const unapproved = [...account.withdrawals.values()].filter(({ isApproved }) => !isApproved);
  for (const withdrawal of unapproved) release(step, account, withdrawal, 'MarginNeeded');
  return unapproved.length > 0;
}

function release(step: Step, account: Account, withdrawal: HeldWithdrawal, reason: ReleaseReason): void {
  account.withdrawals.delete(withdrawal.withdrawalId);
  moveHeld(step, account, -withdrawal.amountVnd);
  report(step, account, withdrawal, { status: 'RELEASED', reason });
}

/** A hold is no loss and a release no profit of the day. */
function moveHeld(step: Step, account: Account, byVnd: Vnd): void {
  account.heldVnd += byVnd;
  fundsChanged(account, -byVnd);
  touchFunds(step, account);
}

/** Says which bound the amount exceeds: the money that is there, or what margin leaves of it. */
export function withdrawalExcess(state: EngineState, account: Account, amountVnd: Vnd): Refusal | undefined {
  const bounds = boundsOf(state, account);
  const owedVnd = shareOwedVnd(state, account);
  const freeVnd = bounds.freeVnd - owedVnd;
  const withdrawable = maxBigint(0n, bounds.withdrawable - owedVnd);
  if (amountVnd <= withdrawable) return undefined;
  if (withdrawable === 0n) return refusal('NotWithdrawMargin', {});
  if (amountVnd > freeVnd) return refusal('WithdrawAmountExceeded', { amount: amountVnd, available: withdrawable });
  return refusal('AmountExceededRemainingMargin', { withdrawable, amount: amountVnd });
}

/** A follower does not take along what the leader has earned in the week under way. */
function shareOwedVnd(state: EngineState, account: Account): Vnd {
  const { copy } = account;
  if (!copy) return 0n;
  return shareVnd(copy.week, accountEquityVnd(state, account), copy.strategy.terms.performanceFeeBasisPoints);
}

/** Names what could be withdrawn instead, this withdrawal's own hold aside. */
function marginNeeded(state: EngineState, account: Account, { amountVnd }: HeldWithdrawal): Refusal {
  const { freeVnd, availableVnd } = boundsOf(state, account);
  const without = { availableVnd: availableVnd + amountVnd, cashVnd: freeVnd + amountVnd, heldVnd: 0n };
  return refusal('AmountExceededRemainingMargin', { withdrawable: withdrawableVnd(without), amount: amountVnd });
}

function boundsOf(state: EngineState, account: Account) {
  const availableVnd = accountEquityVnd(state, account) - account.requiredVnd;
  const money = { cashVnd: cashVnd(state, account), heldVnd: account.heldVnd };
  const freeVnd = money.cashVnd - money.heldVnd;
  const isShort = availableVnd < 0n || freeVnd < 0n;
  return { availableVnd, freeVnd, isShort, withdrawable: withdrawableVnd({ availableVnd, ...money }) };
}

function report(
  step: Step,
  { accountId }: Account,
  { withdrawalId, amountVnd }: HeldWithdrawal,
  change: Pick<WithdrawalChange, 'status' | 'reason' | 'reference'>,
): void {
  step.events.push({ kind: 'withdrawalChanged', change: { accountId, withdrawalId, amountVnd, ...change } });
}
