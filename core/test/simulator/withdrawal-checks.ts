/** The auditor's own book of withdrawals: what is held, who may end it and how, and that it is paid once. */
import type { EngineEvent, WithdrawalChange } from '@mua/core/engine';
import { minBigint } from '@mua/core/values';
import type { Audit } from '#test/simulator/audit.ts';
import { shareOwed } from '#test/simulator/copy-money-checks.ts';
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { equityOf, requiredBy } from '#test/simulator/sums.ts';
import { hold, Violation } from '#test/simulator/violation.ts';

export function learnWithdrawal(model: Model, step: Step, change: WithdrawalChange): void {
  const { withdrawalId, accountId, amountVnd, status } = change;
  const known = model.withdrawals.get(withdrawalId);
  const { command } = step;
  const isAsked = 'withdrawalId' in command && command.withdrawalId === withdrawalId;
  if (known)
    hold(
      known.accountId === accountId && known.amountVnd === amountVnd,
      'a withdrawal stays what it is',
      () => withdrawalId,
    );
  if (status === 'HELD' && !known) {
    hold(isAsked && command.kind === 'holdWithdrawal', 'a withdrawal is its owner’s wish', () => withdrawalId);
    hold(!model.endedWithdrawals.has(withdrawalId), 'what has ended is not held again', () => withdrawalId);
    const { free, most } = mostToTake(model, accountId);
    hold(
      amountVnd <= most,
      'no withdrawal takes what is not there, or what margin needs',
      () => `${withdrawalId} ${amountVnd} of ${free}, ${most}`,
    );
    model.withdrawals.set(withdrawalId, { accountId, amountVnd, isApproved: false });
    moveHeld(model, accountId, amountVnd);
    return;
  }
  if (!known) throw new Violation('nothing happens to a withdrawal that is over', `${withdrawalId} ${status}`);
  switch (status) {
    case 'HELD':
      return hold(!known.isApproved, 'an approval stands', () => withdrawalId);
    case 'APPROVED':
      if (known.isApproved) return;
      hold(isAsked && command.kind === 'approveWithdrawal', 'an approval is an operator’s', () => withdrawalId);
      return model.withdrawals.set(withdrawalId, { ...known, isApproved: true });
    case 'PAID':
      return learnPaid(model, step, change, known.isApproved);
    case 'RELEASED':
      return learnReleased(model, step, change, known.isApproved);
  }
}

function learnPaid(
  model: Model,
  { command, events }: Step,
  { withdrawalId, accountId, amountVnd, reference }: WithdrawalChange,
  isApproved: boolean,
): void {
  const isAsked = command.kind === 'payWithdrawal' && command.withdrawalId === withdrawalId;
  hold(isAsked && isApproved, 'only what is approved is paid', () => withdrawalId);
  const posted = events.filter((event) => event.kind === 'moneyPosted' && event.posting.type === 'withdrawal');
  const [first] = posted;
  const isPosted =
    posted.length === 1 &&
    first?.kind === 'moneyPosted' &&
    first.posting.accountId === accountId &&
    first.posting.amountVnd === -amountVnd &&
    first.posting.reference === reference;
  hold(isPosted, 'a withdrawal is paid once and in full', () => withdrawalId);
  const cash = model.balance(`cash:${accountId}`);
  hold(cash >= 0n, 'nobody is paid what is not there', () => `${withdrawalId} ${cash}`);
  end(model, withdrawalId);
  model.held.set(accountId, heldBy(model, accountId) - amountVnd);
}

function learnReleased(
  model: Model,
  { command }: Step,
  { withdrawalId, accountId, amountVnd, reason }: WithdrawalChange,
  isApproved: boolean,
): void {
  if (reason !== 'MarginNeeded') {
    const isAsked = command.kind === 'releaseWithdrawal' && command.withdrawalId === withdrawalId;
    hold(isAsked && command.reason === reason, 'a release is asked for', () => `${withdrawalId} ${reason}`);
  }
  hold(!isApproved || reason === 'Refused', 'what is approved only an operator gives back', () => withdrawalId);
  end(model, withdrawalId);
  moveHeld(model, accountId, -amountVnd);
}

function end(model: Model, withdrawalId: string): void {
  model.withdrawals.delete(withdrawalId);
  model.endedWithdrawals.set(withdrawalId, true);
}

/** A hold is no loss of the day or of a copy, a release no profit. */
function moveHeld(model: Model, accountId: string, byVnd: bigint): void {
  model.held.set(accountId, heldBy(model, accountId) + byVnd);
  model.dayBases.set(accountId, (model.dayBases.get(accountId) ?? 0n) - byVnd);
  model.copying.fundsChanged(accountId, -byVnd);
}

function heldBy(model: Model, accountId: string): bigint {
  return model.held.get(accountId) ?? 0n;
}

function boundsOf(model: Model, accountId: string): { readonly free: bigint; readonly available: bigint } {
  const account = model.account(accountId);
  const free = model.balance(`cash:${accountId}`) - heldBy(model, accountId);
  return { free, available: equityOf(model, account) - requiredBy(model, account).total };
}

/** The share of the leader stays. */
function mostToTake(model: Model, accountId: string): { readonly free: bigint; readonly most: bigint } {
  const { free, available } = boundsOf(model, accountId);
  const owed = shareOwed(model, accountId, equityOf(model, model.account(accountId)));
  return { free: free - owed, most: minBigint(free, available) - owed };
}

/** The code says which bound is exceeded, and its numbers are the account's. */
export function checkWithdrawalRefused(model: Model, { command }: Step, { refusal }: Refused): void {
  if (!('withdrawalId' in command)) return;
  const { withdrawalId, accountId } = command;
  const known = model.withdrawals.get(withdrawalId);
  const because = (isRight: boolean): void =>
    hold(isRight, 'no withdrawal is refused without a reason', () => `${withdrawalId} ${refusal.code}`);
  if (command.kind === 'holdWithdrawal') {
    if (known) return because(refusal.code === 'IDEMPOTENCY_MISMATCH' && known.amountVnd !== command.amountVnd);
    const { free, most } = mostToTake(model, accountId);
    if (refusal.code === 'NotWithdrawMargin') return because(most <= 0n);
    const isMore = command.amountVnd > most && most > 0n;
    if (refusal.code === 'WithdrawAmountExceeded')
      return because(isMore && command.amountVnd > free && refusal.facts.available === most);
    const isMargin = refusal.code === 'AmountExceededRemainingMargin' && refusal.facts.withdrawable === most;
    return because(isMore && isMargin && command.amountVnd <= free);
  }
  if (!known || known.accountId !== accountId) return because(refusal.code === 'NotFound');
  if (refusal.code === 'WithdrawMarginApproved') return because(known.isApproved);
  const { free, available } = boundsOf(model, accountId);
  const isShort = free < 0n || available < 0n;
  const isUnpayable = !known.isApproved || free + heldBy(model, accountId) < known.amountVnd;
  because(
    refusal.code === 'AmountExceededRemainingMargin' && (command.kind === 'approveWithdrawal' ? isShort : isUnpayable),
  );
}

type Refused = Extract<EngineEvent, { kind: 'commandRefused' }>;

/** After a step: the engine holds what the book says, and nothing waits beside a liquidation that could prevent it. */
export function checkHeld({ model, state }: Pick<Audit, 'model' | 'state'>, accountId: string): void {
  const account = state.accounts.get(accountId);
  let sum = 0n;
  for (const { withdrawalId, amountVnd, isApproved } of account?.withdrawals.values() ?? []) {
    sum += amountVnd;
    const known = model.withdrawals.get(withdrawalId);
    const isSame = known?.accountId === accountId && known.amountVnd === amountVnd && known.isApproved === isApproved;
    hold(isSame, 'held is what was held and has not ended', () => withdrawalId);
    const isSpared = isApproved || account?.marginState.isLiquidating !== true;
    hold(isSpared, 'what is not approved covers margin before a position is closed', () => withdrawalId);
  }
  const held = heldBy(model, accountId);
  hold(
    account?.heldVnd === held && sum === held,
    'held is what was held and has not ended',
    () => `${accountId} ${sum}`,
  );
}
