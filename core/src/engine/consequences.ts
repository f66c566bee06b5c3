/**
 * What follows from a step in the same step, until nothing more does: entries arm and drop their exits, reduce-only
 * orders shrink with their position, closing orders go when their cancels are answered, the margin levels act.
 */

import { dropUnarmedExits } from '#engine/exit-pairs.ts';
import { noteChildEnd } from '#engine/fire-triggers.ts';
import { releaseClosing } from '#engine/liquidation.ts';
import { mayBeUnhealthy, postDeficit, watchMargin } from '#engine/margin-levels.ts';
import { pursueAnswers } from '#engine/order-in-doubt.ts';
import { fitOrder, guardPosition } from '#engine/position-guard.ts';
import type { Account } from '#engine/state.ts';
import { accountOf, changedOrders, revalue, type Step } from '#engine/step.ts';
import { HEALTHY } from '#margin/margin-level.ts';
import { isFinal, mayOnlyReduce, type Order } from '#orders/order.ts';

/** Far beyond what any chain of consequences needs: more is a loop, which is a bug. */
const ROUNDS_MAX = 100;

export function followThrough(step: Step): void {
  if (step.timeMs >= step.state.nextDueMs) {
    for (const [account, dueMs] of step.state.accountTimers) if (dueMs <= step.timeMs) revalue(step, account);
  }
  pursueAnswers(step);
  for (let round = 0; followOnce(step); round += 1) {
    if (round === ROUNDS_MAX) throw new Error(`the consequences of seq ${step.seq} do not end`);
  }
}

/** True when something changed that has not been followed yet. */
function followOnce(step: Step): boolean {
  const changesBefore = step.changes;
  const { revisited } = step;
  step.revisited = null;
  for (const order of changedOrders(step)) followOrder(step, order);
  for (const order of revisited ?? []) followOrder(step, order);
  for (const holding of step.changedPositions ?? []) guardPosition(step, holding);
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
 * Those on the ladder, in order of name, which no restart changes: it is the order of what the ladder does. Of an
 * account that is below a level any change matters, its orders are what the levels act on; of the others only one of
 * the figures that it stands by. A price is looked at once; what changes an account later in the step brings it back.
 */
function accountsToWatch(step: Step): Account[] {
  const accounts: Account[] = [];
  const look = (account: Account): void => {
    account.isRevalued = false;
    if (mayBeUnhealthy(step, account)) accounts.push(account);
  };
  for (const account of step.changedAccounts) if (account.isRevalued || account.marginState !== HEALTHY) look(account);
  for (const account of step.revalued ?? []) if (account.isRevalued) look(account);
  step.revalued = null;
  return accounts.length < 2 ? accounts : accounts.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
}
