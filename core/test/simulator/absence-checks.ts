/**
 * Checks whose orders are cancelled because nothing was heard of them: all that are meant, when it is due, and no
 * others; and that the broker's own silence is nobody's.
 */
import type { Command, EngineEvent, EngineState, Order } from '@mua/core/engine';
import { isOver, type Model } from '#test/simulator/model.ts';
import { hold } from '#test/simulator/violation.ts';

/** Longer than a broker that runs is ever silent. */
const SILENCE_MS = 5_000;

/** A sub-account that is waited for. */
export interface Absence {
  readonly timeoutMs: number;
  readonly includesGoodTill: boolean;
  readonly dueMs: number;
}

/** Learns from a command who is heard; returns for whom it is too late, with the orders that are to go. */
export function learnAbsences(model: Model, command: Command): ReadonlyMap<string, readonly Order[]> {
  const { absences, lastStep } = model;
  const { timeMs } = command;
  const silentMs = timeMs - (lastStep.get('timeMs') ?? timeMs);
  lastStep.set('timeMs', timeMs);
  if (silentMs > SILENCE_MS || (command.kind === 'passTime' && command.isDeaf))
    for (const [accountId, absence] of listed(model))
      absences.set(accountId, { ...absence, dueMs: timeMs + absence.timeoutMs });
  if (command.kind === 'setCancelAfter' && model.accounts.has(command.accountId)) {
    const { accountId, timeoutMs, includesGoodTill } = command;
    if (timeoutMs === 0) absences.delete(accountId);
    else absences.set(accountId, { timeoutMs, includesGoodTill, dueMs: timeMs + timeoutMs });
  }
  const due = new Map<string, readonly Order[]>();
  for (const [accountId, absence] of listed(model)) {
    if (absence.dueMs > timeMs) continue;
    absences.delete(accountId);
    const live = [...model.account(accountId).live.values()];
    due.set(
      accountId,
      live.filter((order) => isMeant(order, live, absence)),
    );
  }
  return due;
}

function listed({ absences }: Model): (readonly [string, Absence])[] {
  return [...absences.keys()].flatMap((accountId) => {
    const absence = absences.get(accountId);
    return absence ? [[accountId, absence] as const] : [];
  });
}

/** What guards a position stays with it, with the other order of its pair, and by default what was to outlast the day. */
function isMeant(order: Order, live: readonly Order[], { includesGoodTill }: Absence): boolean {
  const { duration, isForceSell, group } = order;
  const pair = group?.kind === 'OCO' ? live.filter((other) => other.group?.groupId === group.groupId) : [order];
  const outlasts = duration === 'GTC' || duration === 'GTD';
  return !isForceSell && !pair.some(guards) && (includesGoodTill || !outlasts);
}

function guards({ isReduceOnly, orderType }: Order): boolean {
  return isReduceOnly && orderType.startsWith('STOP');
}

export function checkAbsences(
  model: Model,
  state: EngineState,
  due: ReadonlyMap<string, readonly Order[]>,
  { command, events }: { readonly command: Command; readonly events: readonly EngineEvent[] },
): void {
  const told = events.flatMap((event) => (event.kind === 'cancelAfterChanged' && event.isDue ? [event.accountId] : []));
  hold(
    told.sort().join() === [...due.keys()].sort().join(),
    'orders go when their sender has not been heard in time',
    () => `told ${told}, due ${[...due.keys()]}`,
  );
  const waited = [...state.cancelAfters].map(([accountId, { dueMs }]) => `${accountId} ${dueMs}`);
  const expected = listed(model).map(([accountId, { dueMs }]) => `${accountId} ${dueMs}`);
  hold(
    waited.sort().join() === expected.sort().join(),
    'whoever asked for it is waited for',
    () => `${waited} for ${expected}`,
  );
  for (const orders of due.values())
    for (const { orderId } of orders) {
      model.gone.set(orderId, true);
      const now = model.orders.get(orderId);
      const isGoing = !now || isOver(now) || now.status === 'IN_CANCEL' || now.cancelWish !== null;
      hold(isGoing, 'what an absent sender has working is cancelled', () => `${orderId} ${now?.status}`);
    }
  for (const event of events) {
    if (event.kind !== 'orderChanged') continue;
    const { orderId, reason, cancelReason, cancelWish } = event.order;
    const isOfAbsence = [reason, cancelReason, cancelWish].includes('SenderGone');
    // One that was received in this very step was in nobody's list before it.
    const isNew = event.order.receivedSeq === command.seq && due.has(event.order.accountId);
    hold(!isOfAbsence || model.gone.has(orderId) || isNew, 'nothing else goes with an absent sender', () => orderId);
  }
}
