/**
 * Pairs of orders of which the first to be filled, even in part, or to end cancels the other, in the same step (record
 * 194). An exchange may have filled the other by then: what it filled stays and is told.
 */
import { cancelOrWish, mayAskAgain } from '#engine/amend-order.ts';
import type { EngineState } from '#engine/state.ts';
import { changeOrder, type Step } from '#engine/step.ts';
import { isFinal, type Order } from '#orders/order.ts';
import { type PairEnd, siblingIdOf } from '#orders/order-group.ts';
import { isOutOfSight } from '#orders/order-status.ts';
import type { Lots } from '#values/units.ts';

/** The other order of a pair, while it is in memory. */
export function siblingOf(state: EngineState, { group }: Order): Order | undefined {
  return group?.kind === 'OCO' ? state.orders.get(siblingIdOf(group)) : undefined;
}

/** Cancels the other order of a pair after a fill or the end of this one. */
export function followPair(step: Step, order: Order): void {
  const isEnded = isFinal(order);
  if (!order.group || order.group.cancelledFor || (order.filledLots === 0 && !isEnded)) return;
  const other = siblingOf(step.state, order);
  if (!other?.group || isFinal(other) || other.group.cancelledFor) return;
  const cancelledFor: PairEnd = order.filledLots > 0 ? 'SiblingFilled' : 'SiblingEnded';
  const group = { ...other.group, cancelledFor };
  changeOrder(step, other, () => (other.group = group));
  step.state.outdone.add(other);
  cancelOrWish(step, other, cancelledFor);
}

/** Asks again where the exchange refused the cancel, or could not be asked. Oldest first, as after a restart. */
export function pursueOutdone(step: Step): void {
  const { outdone } = step.state;
  if (outdone.size === 0) return;
  for (const order of [...outdone].sort(byReceipt)) {
    if (isFinal(order)) outdone.delete(order);
    else if (order.group?.cancelledFor && (mayAskAgain(step, order) || isOutOfSight(order.status)))
      cancelOrWish(step, order, order.group.cancelledFor);
  }
}

function byReceipt(a: Order, b: Order): number {
  return a.receivedSeq - b.receivedSeq || (a.group?.place ?? 0) - (b.group?.place ?? 0);
}

/** Tells of lots that an order filled although the other one of its pair was filled first. */
export function tellFilledToo(step: Step, { group, accountId, contractCode, orderId }: Order, lots: Lots): void {
  if (group?.cancelledFor !== 'SiblingFilled') return;
  step.events.push({ kind: 'siblingFilledToo', accountId, contractCode, orderId, lots });
}
