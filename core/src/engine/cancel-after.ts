/**
 * Cancels a sub-account's orders when its sender has not been heard for as long as they chose
 * (docs/rules/orders.md#cancel-when-gone). Protective orders stay: with their owner gone, nothing else guards the
 * position.
 */
import { cancelOrWish } from '#engine/amend-order.ts';
import type { SetCancelAfter } from '#engine/commands.ts';
import { dropConditional } from '#engine/conditional-orders.ts';
import { isProtectiveStop } from '#engine/liquidation.ts';
import { type Account, type EngineState, workedHoldings } from '#engine/state.ts';
import { accountOf, refuseCommand, type Step } from '#engine/step.ts';
import { refusal } from '#values/refusals.ts';
import type { Duration } from '#values/trading-words.ts';

/** While somebody is waited for, the engine is given the time at least this often. */
const LOOK_MS = 2_000;

/**
 * A longer silence is the server's own: it was stopped or frozen, and nobody could have been heard. All begin to wait
 * anew.
 */
const OWN_SILENCE_MS = 5_000;

/** A timeout of zero ends the wait. Again with the same figures says that the sender is still there. */
export function setCancelAfter(step: Step, { accountId, timeoutMs, includesGoodTill }: SetCancelAfter): void {
  const { state, timeMs } = step;
  if (!state.accounts.has(accountId)) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  const cancelAfter = timeoutMs === 0 ? null : { timeoutMs, includesGoodTill, dueMs: timeMs + timeoutMs };
  if (cancelAfter) state.cancelAfters.set(accountId, cancelAfter);
  else state.cancelAfters.delete(accountId);
  step.events.push({ kind: 'cancelAfterChanged', accountId, cancelAfter, isDue: false });
}

/** `silentMs`: since the last step of any kind. */
export function waitAnewAfterSilence(state: EngineState, silentMs: number): void {
  if (silentMs <= OWN_SILENCE_MS) return;
  for (const cancelAfter of state.cancelAfters.values()) cancelAfter.dueMs = state.timeMs + cancelAfter.timeoutMs;
}

/** Cancels the orders of everybody who has not been heard in time. It happens once: they must ask for it again. */
export function cancelForAbsent(step: Step): void {
  const { cancelAfters } = step.state;
  for (const [accountId, { dueMs, includesGoodTill }] of cancelAfters) {
    if (dueMs > step.timeMs) continue;
    cancelAfters.delete(accountId);
    cancelUnguarded(step, accountOf(step, accountId), includesGoodTill);
    step.events.push({ kind: 'cancelAfterChanged', accountId, cancelAfter: null, isDue: true });
  }
}

export function nextCancelAfterMs({ cancelAfters, timeMs }: EngineState): number {
  if (cancelAfters.size === 0) return Number.POSITIVE_INFINITY;
  let firstMs = (Math.floor(timeMs / LOOK_MS) + 1) * LOOK_MS;
  for (const { dueMs } of cancelAfters.values()) firstMs = Math.min(firstMs, dueMs);
  return firstMs;
}

function cancelUnguarded(step: Step, account: Account, includesGoodTill: boolean): void {
  const isMeant = ({ duration }: { readonly duration: Duration }): boolean =>
    includesGoodTill || (duration !== 'GTC' && duration !== 'GTD');
  for (const { orders } of workedHoldings(account)) {
    for (const order of [...orders])
      if (!order.isForceSell && !isProtectiveStop(order) && isMeant(order)) cancelOrWish(step, order, 'SenderGone');
  }
  for (const conditional of [...account.conditionals])
    if (!conditional.isReduceOnly && isMeant(conditional)) dropConditional(step, conditional, 'SenderGone');
}
