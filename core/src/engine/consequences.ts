/**
 * What follows from a step in the same step, until nothing more does: entries arm and drop their exits, reduce-only
 * orders shrink with their position, closing orders go when their cancels are answered, the margin ladder acts.
 */
import { isFinal, mayOnlyReduce, type Order } from '#orders/order';
import { dropUnarmedExits } from './exit-pairs.ts';
import { noteChildEnd } from './fire-triggers.ts';
import { releaseClosing } from './liquidation.ts';
import { isOnLadder, postDeficit, watchMargin } from './margin-ladder.ts';
import { fitOrder, guardPosition } from './position-guard.ts';
import type { Account } from './state.ts';
import { accountOf, revalue, type Step } from './step.ts';

/** Far beyond what any chain of consequences needs: more is a loop, which is a bug. */
const ROUNDS_MAX = 100;

export function followThrough(step: Step): void {
  if (step.timeMs >= step.state.nextDueMs) {
    for (const [account, dueMs] of step.state.dues) if (dueMs <= step.timeMs) revalue(step, account);
  }
  for (let round = 0; followOnce(step); round += 1) {
    if (round === ROUNDS_MAX) throw new Error(`the consequences of seq ${step.seq} do not end`);
  }
}

/** True when something changed that has not been followed yet. */
function followOnce(step: Step): boolean {
  const changesBefore = step.changes;
  for (const order of [...step.changedOrders, ...step.revisited]) followOrder(step, order);
  step.revisited.clear();
  for (const [account, contractCodes] of step.changedPositions) {
    for (const contractCode of contractCodes) guardPosition(step, account, contractCode);
  }
  for (const account of step.changedAccounts) postDeficit(step, account);
  for (const account of accountsToWatch(step)) watchMargin(step, account);
  return step.changes !== changesBefore;
}

function followOrder(step: Step, order: Order): void {
  if (isFinal(order)) {
    dropUnarmedExits(step, order);
    noteChildEnd(step, order);
  } else if (mayOnlyReduce(order)) {
    fitOrder(step, order);
  }
  releaseClosing(step, accountOf(step, order.accountId), order.contractCode);
}

/**
 * Those on the ladder, in order of name, which no restart changes: it is the order of what the ladder does. A price is
 * looked at once; what changes an account later in the step brings it back.
 */
function accountsToWatch(step: Step): Account[] {
  const accounts: Account[] = [];
  const { revalued } = step;
  for (const account of revalued ?? []) if (isOnLadder(step, account)) accounts.push(account);
  for (const account of step.changedAccounts)
    if (!revalued?.has(account) && isOnLadder(step, account)) accounts.push(account);
  step.revalued = null;
  return accounts.length < 2 ? accounts : accounts.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
}
