/**
 * Cancels a sub-account's orders when its sender has not been heard for as long as they chose
 * (docs/rules/orders.md#cancel-when-gone). Protective orders stay: with their owner gone, nothing else guards the
 * position.
 */
import type { Command } from '#engine/commands.ts';
import type { SetCancelAfter } from '#engine/investor-commands.ts';
import { cancelAllButStops, contractsWithOrders } from '#engine/liquidation.ts';
import type { EngineState } from '#engine/state.ts';
import { accountOf, refuseCommand, type Step } from '#engine/step.ts';
import type { Order } from '#orders/order.ts';
import { refusal } from '#values/refusals.ts';

/** While somebody is waited for, the engine is given the time at least this often. */
const LOOK_MS = 2_000;

/**
 * A longer silence is the server's own: it was stopped or frozen, or its database was, and nobody could have been heard.
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

/** All are waited for anew if nobody could be heard. `silentMs`: since the last step of any kind. */
export function waitAnewIfDeaf(state: EngineState, command: Command, silentMs: number): void {
  const isDeaf = command.kind === 'passTime' && command.isDeaf === true;
  if (silentMs <= OWN_SILENCE_MS && !isDeaf) return;
  for (const cancelAfter of state.cancelAfters.values()) cancelAfter.dueMs = state.timeMs + cancelAfter.timeoutMs;
}

/** Cancels the orders of everybody who has not been heard in time. It happens once: they must ask for it again. */
export function cancelForAbsent(step: Step): void {
  const { cancelAfters } = step.state;
  for (const [accountId, { dueMs, includesGoodTill }] of cancelAfters) {
    if (dueMs > step.timeMs) continue;
    cancelAfters.delete(accountId);
    const account = accountOf(step, accountId);
    const asked = { reason: 'SenderGone', isMeant: includesGoodTill ? () => true : isOfToday } as const;
    for (const code of contractsWithOrders(account)) cancelAllButStops(step, account, code, asked);
    step.events.push({ kind: 'cancelAfterChanged', accountId, cancelAfter: null, isDue: true });
  }
}

export function nextCancelAfterMs({ cancelAfters, timeMs }: EngineState): number {
  if (cancelAfters.size === 0) return Number.POSITIVE_INFINITY;
  let firstMs = (Math.floor(timeMs / LOOK_MS) + 1) * LOOK_MS;
  for (const { dueMs } of cancelAfters.values()) firstMs = Math.min(firstMs, dueMs);
  return firstMs;
}

function isOfToday({ duration }: Pick<Order, 'duration'>): boolean {
  return duration !== 'GTC' && duration !== 'GTD';
}
