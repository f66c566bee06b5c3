/**
 * Cancels a sub-account's orders when one of its senders has not been heard for as long as they chose
 * (docs/rules/orders.md#cancel-when-gone). Each is waited for alone: the word of one neither hides nor ends another's
 * silence. Protective orders stay: with their owner gone, nothing else guards the position.
 */
import type { Command } from '#engine/commands.ts';
import type { SetCancelAfter } from '#engine/investor-commands.ts';
import { cancelAllButStops, contractsWithOrders } from '#engine/liquidation.ts';
import type { CancelAfters, EngineState } from '#engine/state.ts';
import { accountOf, refuseCommand, type Step } from '#engine/step.ts';
import type { Order } from '#orders/order.ts';
import { refusal } from '#values/refusals.ts';

/** While somebody is waited for, the engine is given the time at least this often. */
const LOOK_MS = 2_000;

/**
 * A longer silence is the server's own: it was stopped or frozen, or its database was, and nobody could have been heard.
 */
const OWN_SILENCE_MS = 5_000;

/** Of one sub-account. One more is refused, because room for it would be the end of another one's wait. */
const SENDERS_MAX = 20;

/** A timeout of zero ends the sender's wait. Again with the same figures says that they are still there. */
export function setCancelAfter(step: Step, command: SetCancelAfter): void {
  const { state, timeMs } = step;
  const { accountId, sender, endsAll, timeoutMs, includesGoodTill } = command;
  if (!state.accounts.has(accountId)) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  const bySender = cancelAftersOf(state, accountId);
  // What was asked for by a command of before is whoever's who speaks next: nobody else would end it.
  if (sender !== undefined) bySender.delete(undefined);
  if (endsAll) endOthers(step, bySender, command);
  const cancelAfter = timeoutMs === 0 ? null : { timeoutMs, includesGoodTill, dueMs: timeMs + timeoutMs };
  if (cancelAfter && !bySender.has(sender) && bySender.size >= SENDERS_MAX)
    return refuseCommand(step, refusal('TooManyRequests', { seconds: secondsUntilFirst(bySender, timeMs) }));
  if (cancelAfter) bySender.set(sender, cancelAfter);
  else bySender.delete(sender);
  if (bySender.size === 0) state.cancelAfters.delete(accountId);
  step.events.push({ ...changed(accountId, sender), cancelAfter, isDue: false });
}

function endOthers(step: Step, bySender: CancelAfters, { accountId, sender }: SetCancelAfter): void {
  for (const other of [...bySender.keys()]) {
    if (other === sender) continue;
    bySender.delete(other);
    step.events.push({ ...changed(accountId, other), cancelAfter: null, isDue: false });
  }
}

/** Of a sub-account of which a sender is to be waited for. */
export function cancelAftersOf({ cancelAfters }: EngineState, accountId: string): CancelAfters {
  const bySender: CancelAfters = cancelAfters.get(accountId) ?? new Map();
  cancelAfters.set(accountId, bySender);
  return bySender;
}

function secondsUntilFirst(bySender: CancelAfters, timeMs: number): number {
  const firstMs = Math.min(...[...bySender.values()].map(({ dueMs }) => dueMs));
  return Math.max(1, Math.ceil((firstMs - timeMs) / 1_000));
}

function changed(accountId: string, sender: string | undefined) {
  return { kind: 'cancelAfterChanged', accountId, ...(sender === undefined ? {} : { sender }) } as const;
}

/** All are waited for anew if nobody could be heard. `silentMs`: since the last step of any kind. */
export function waitAnewIfDeaf(state: EngineState, command: Command, silentMs: number): void {
  const isDeaf = command.kind === 'passTime' && command.isDeaf === true;
  if (silentMs <= OWN_SILENCE_MS && !isDeaf) return;
  for (const bySender of state.cancelAfters.values())
    for (const cancelAfter of bySender.values()) cancelAfter.dueMs = state.timeMs + cancelAfter.timeoutMs;
}

/** Cancels the orders of everybody who has not been heard in time. It happens once: they must ask for it again. */
export function cancelForAbsent(step: Step): void {
  const { cancelAfters } = step.state;
  for (const [accountId, bySender] of cancelAfters) {
    for (const [sender, { dueMs, includesGoodTill }] of bySender) {
      if (dueMs > step.timeMs) continue;
      bySender.delete(sender);
      cancelDue(step, accountId, includesGoodTill);
      step.events.push({ ...changed(accountId, sender), cancelAfter: null, isDue: true });
    }
    if (bySender.size === 0) cancelAfters.delete(accountId);
  }
}

/** Whoever sent them: no order knows its sender. */
function cancelDue(step: Step, accountId: string, includesGoodTill: boolean): void {
  const account = accountOf(step, accountId);
  const asked = { reason: 'SenderGone', isMeant: includesGoodTill ? () => true : isOfToday } as const;
  for (const code of contractsWithOrders(account)) cancelAllButStops(step, account, code, asked);
}

export function nextCancelAfterMs({ cancelAfters, timeMs }: EngineState): number {
  if (cancelAfters.size === 0) return Number.POSITIVE_INFINITY;
  let firstMs = (Math.floor(timeMs / LOOK_MS) + 1) * LOOK_MS;
  for (const bySender of cancelAfters.values())
    for (const { dueMs } of bySender.values()) firstMs = Math.min(firstMs, dueMs);
  return firstMs;
}

function isOfToday({ duration }: Pick<Order, 'duration'>): boolean {
  return duration !== 'GTC' && duration !== 'GTD';
}
