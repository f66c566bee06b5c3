/**
 * Checks whose orders are cancelled because nothing was heard of them: all that are meant, when it is due, and no
 * others; that each sender is waited for alone, and that the broker's own silence is nobody's.
 */
import type { Command, EngineEvent, EngineState, Order } from '@mua/core/engine';
import { type Absence, isOver, type Model } from '#test/simulator/model.ts';
import { hold } from '#test/simulator/violation.ts';

/** Longer than a broker that runs is ever silent. */
const SILENCE_MS = 5_000;

/** One who has not been heard in time. */
export interface Due {
  readonly accountId: string;
  readonly name: string;
  /** That are to go. */
  readonly orders: readonly Order[];
}

/** Learns from a command who is heard; returns for whom it is too late. */
export function learnAbsences(model: Model, command: Command): readonly Due[] {
  const { absences, lastStep } = model;
  const { timeMs } = command;
  const silentMs = timeMs - (lastStep.get('timeMs') ?? timeMs);
  lastStep.set('timeMs', timeMs);
  if (silentMs > SILENCE_MS || (command.kind === 'passTime' && command.isDeaf))
    for (const absence of [...absences.values()])
      absences.set(nameOf(absence), { ...absence, dueMs: timeMs + absence.timeoutMs });
  if (command.kind === 'setCancelAfter' && model.accounts.has(command.accountId)) hear(model, command);
  const due: Due[] = [];
  for (const absence of [...absences.values()]) {
    if (absence.dueMs > timeMs) continue;
    const [name, { accountId }] = [nameOf(absence), absence];
    absences.delete(name);
    const live = [...model.account(accountId).live.values()];
    due.push({ accountId, name, orders: live.filter((order) => isMeant(order, live, absence)) });
  }
  return due;
}

function hear({ absences }: Model, command: Extract<Command, { kind: 'setCancelAfter' }>): void {
  const { accountId, sender, endsAll, timeoutMs, includesGoodTill, timeMs } = command;
  // Who was waited for without a name has got one, or is another one's care from now on.
  if (sender !== undefined) absences.delete(nameOf({ accountId }));
  if (endsAll) for (const [name, other] of [...absences]) if (other.accountId === accountId) absences.delete(name);
  const heard: Absence = { accountId, sender, timeoutMs, includesGoodTill, dueMs: timeMs + timeoutMs };
  if (timeoutMs === 0) absences.delete(nameOf(heard));
  else absences.set(nameOf(heard), heard);
}

function nameOf({ accountId, sender = '' }: { readonly accountId: string; readonly sender?: string | undefined }) {
  return `${accountId} ${sender}`;
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
  due: readonly Due[],
  { command, events }: { readonly command: Command; readonly events: readonly EngineEvent[] },
): void {
  const told = events.flatMap((event) => (event.kind === 'cancelAfterChanged' && event.isDue ? [nameOf(event)] : []));
  const late = due.map(({ name }) => name);
  hold(
    told.sort().join() === late.sort().join(),
    'orders go when their sender has not been heard in time',
    () => `told ${told}, due ${late}`,
  );
  const waited = [...state.cancelAfters].flatMap(([accountId, bySender]) =>
    [...bySender].map(([sender, { dueMs }]) => `${nameOf({ accountId, sender })} ${dueMs}`),
  );
  const expected = [...model.absences].map(([name, { dueMs }]) => `${name} ${dueMs}`);
  hold(
    waited.sort().join() === expected.sort().join(),
    'whoever asked for it is waited for',
    () => `${waited} for ${expected}`,
  );
  for (const { orders } of due)
    for (const { orderId } of orders) {
      model.gone.set(orderId, true);
      const now = model.orders.get(orderId);
      const isGoing = !now || isOver(now) || now.status === 'IN_CANCEL' || now.cancelWish !== null;
      hold(isGoing, 'what an absent sender has working is cancelled', () => `${orderId} ${now?.status}`);
    }
  const absent = new Set(due.map(({ accountId }) => accountId));
  for (const event of events) {
    if (event.kind !== 'orderChanged') continue;
    const { orderId, reason, cancelReason, cancelWish } = event.order;
    const isOfAbsence = [reason, cancelReason, cancelWish].includes('SenderGone');
    // One that was received in this very step was in nobody's list before it.
    const isNew = event.order.receivedSeq === command.seq && absent.has(event.order.accountId);
    if (isOfAbsence && isNew) model.gone.set(orderId, true);
    hold(!isOfAbsence || model.gone.has(orderId), 'nothing else goes with an absent sender', () => orderId);
  }
}
