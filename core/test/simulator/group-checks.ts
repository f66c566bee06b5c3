/**
 * Checks that the first order of a pair to be filled or to end has the other one cancelled in its step, and that what the
 * other fills all the same is told. The pairs are known from the commands.
 */
import type { Order } from '@mua/core/engine';
import { isCancelHeldUp, isOver, type Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold } from '#test/simulator/violation.ts';

const CANCELS = 'the first of a pair that is filled or ends cancels the other';
const TOLD = 'what the other of a pair fills all the same is told';

/** After the model has learnt the step. */
export function checkGroups(model: Model, step: Step): void {
  learnPair(model, step);
  const changed = step.events.flatMap((event) => (event.kind === 'orderChanged' ? [event.order] : []));
  checkTold(model, step);
  for (const order of changed) noteFirst(model, order);
  for (const { orderId } of changed) checkGoing(model, orderId);
}

function learnPair({ siblings }: Model, { command, events }: Step): void {
  if (command.kind !== 'placeGroup' || command.groupKind !== 'OCO') return;
  const [one, other] = [1, 2].map((place) => `${command.groupId}-${place}`);
  if (!one || !other || !events.some((event) => event.kind === 'orderChanged' && event.order.orderId === one)) return;
  siblings.set(one, other);
  siblings.set(other, one);
}

function checkTold({ outdone }: Model, { events }: Step): void {
  const told = new Map<string, number>();
  const due = new Map<string, number>();
  for (const event of events) {
    if (event.kind === 'siblingFilledToo') add(told, event.orderId, event.lots);
    else if (event.kind === 'orderFilled' || event.kind === 'lateFillBooked') {
      const { orderId, lots } = event.fill;
      if (outdone.get(orderId) === 'filled') add(due, orderId, lots);
    }
  }
  const text = (lots: ReadonlyMap<string, number>): string => [...lots].join(' ');
  hold(text(told) === text(due), TOLD, () => `told ${text(told)}, due ${text(due)}`);
}

function add(sums: Map<string, number>, key: string, lots: number): void {
  sums.set(key, (sums.get(key) ?? 0) + lots);
}

function noteFirst({ siblings, outdone }: Model, order: Order): void {
  const { orderId, filledLots } = order;
  const other = siblings.get(orderId);
  const isMoved = filledLots > 0 || isOver(order);
  if (other === undefined || !isMoved || outdone.has(orderId) || outdone.has(other)) return;
  outdone.set(other, filledLots > 0 ? 'filled' : 'ended');
}

/** Both orders of a pair whose first has moved: one of them is on its way out, or has gone; or nobody can be asked. */
function checkGoing({ siblings, outdone, orders, isLinkLost }: Model, orderId: string): void {
  if (isLinkLost) return;
  for (const id of [orderId, siblings.get(orderId) ?? '']) {
    const order = outdone.has(id) ? orders.get(id) : undefined;
    const isGoing = !order || isOver(order) || order.status === 'IN_CANCEL' || isCancelHeldUp(order);
    hold(isGoing, CANCELS, () => `${id} ${order?.status}`);
  }
}
