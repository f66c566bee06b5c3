/**
 * What follows from a step within the same step, repeated until nothing changes: entries arm and drop their exits,
 * reduce-only orders shrink with their position, closing orders are sent when their cancels are answered, margin levels
 * act.
 */

import { cancelForAbsent } from '#engine/cancel-after.ts';
import { closeForLoss, hasLostMost, pursueClosing } from '#engine/copies.ts';
import { carryOnErrands } from '#engine/copy-errands.ts';
import { dropUnarmedExits, followEntry } from '#engine/exit-pairs.ts';
import { noteChildEnd } from '#engine/fire-triggers.ts';
import { releaseClosing } from '#engine/liquidation.ts';
import { mayBeUnhealthy, postDeficit, watchMargin } from '#engine/margin-levels.ts';
import { followPair, pursueOutdone } from '#engine/oco-pairs.ts';
import { pursueAnswers } from '#engine/order-in-doubt.ts';
import { fitOrder, guardPosition } from '#engine/position-guard.ts';
import { openFar } from '#engine/rolls.ts';
import type { Account } from '#engine/state.ts';
import { accountOf, changedOrders, revalue, type Step } from '#engine/step.ts';
import { HEALTHY } from '#margin/margin-level.ts';
import { isFinal, mayOnlyReduce, type Order } from '#orders/order.ts';

/** Far more rounds than any chain of consequences needs: exceeding it is a bug. */
const ROUNDS_MAX = 100;

/** `carriesOn`: errands over followers are carried on in this step. */
export function followThrough(step: Step, carriesOn: boolean): void {
  if (step.timeMs >= step.state.nextDueMs) {
    for (const [account, dueMs] of step.state.accountTimers) if (dueMs <= step.timeMs) revalue(step, account);
  }
  if (carriesOn) carryOnErrands(step);
  cancelForAbsent(step);
  pursueOutdone(step);
  pursueAnswers(step);
  for (let round = 0; followOnce(step); round += 1) {
    if (round === ROUNDS_MAX) throw new Error(`the consequences of seq ${step.seq} do not end`);
  }
}

/** Follows up the changes so far; true if there were any. */
function followOnce(step: Step): boolean {
  const changesBefore = step.changes;
  const { revisited } = step;
  step.revisited = null;
  for (const order of changedOrders(step)) followOrder(step, order);
  for (const order of revisited ?? []) followOrder(step, order);
  for (const holding of step.changedPositions ?? []) guardPosition(step, holding);
  for (const account of step.changedAccounts) postDeficit(step, account);
  for (const account of accountsToWatch(step)) watchMargin(step, account);
  pursueClosing(step);
  return step.changes !== changesBefore;
}

function followOrder(step: Step, order: Order): void {
  followPair(step, order);
  if (isFinal(order)) {
    dropUnarmedExits(step, order);
    noteChildEnd(step, order);
    openFar(step, order);
  } else {
    followEntry(step, order);
    if (mayOnlyReduce(order)) fitOrder(step, order);
  }
  const account = accountOf(step, order.accountId);
  const spread = step.state.spreads.get(order.contractCode);
  if (!spread) return releaseClosing(step, account, order.contractCode);
  for (const { contract } of spread.legs) releaseClosing(step, account, contract.code);
}

/**
 * Accounts whose margin state is worked out in this round, sorted by id, so that actions come in the same order after a
 * restart; copies that have reached their loss limit are closed in that order before. An account below a level is
 * checked after any change, because the levels act on its orders; a healthy one only if equity or required margin may
 * have moved. A price is applied once per step.
 */
function accountsToWatch(step: Step): Account[] {
  const accounts: Account[] = [];
  let losing: Account[] | null = null;
  const look = (account: Account): void => {
    account.isRevalued = false;
    if (account.copy && hasLostMost(step, account)) {
      losing ??= [];
      losing.push(account);
    }
    if (mayBeUnhealthy(step, account)) accounts.push(account);
  };
  for (const account of step.changedAccounts) if (account.isRevalued || account.marginState !== HEALTHY) look(account);
  for (const account of step.revalued ?? []) if (account.isRevalued) look(account);
  step.revalued = null;
  for (const account of byId(losing ?? [])) closeForLoss(step, account);
  return byId(accounts);
}

function byId(accounts: Account[]): Account[] {
  return accounts.length < 2 ? accounts : accounts.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
}
