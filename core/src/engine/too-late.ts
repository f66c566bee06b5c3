/**
 * Orders that are filled at once or not at all are meant for the moment. What could not be sent to the exchange within
 * ten seconds, because its link was down or the journal hung, ends unsent instead of trading at prices that its sender
 * has never seen (docs/rules/orders.md#orders-that-could-not-be-sent).
 */
import { closableLots } from '#engine/order-checks.ts';
import { accountOf, changeOrder, moveOrder, type Step } from '#engine/step.ts';
import { leavesLots, mayOnlyReduce, neverRests, type Order } from '#orders/order.ts';

export const TIME_TO_SEND_MS = 10_000;

/** True if it was too late, and the order has ended. */
export function endIfTooLate(step: Step, order: Order): boolean {
  if (!neverRests(order) || isStillWanted(step, order)) return false;
  if (step.timeMs - (order.triggeredMs ?? order.receivedMs) < TIME_TO_SEND_MS) return false;
  changeOrder(step, order, () => {
    moveOrder(step, order, 'cancelled');
    order.reason = 'NotSentInTime';
  });
  return true;
}

/** What only reduces protects at any price, and so does a stop that has fired and closes. */
function isStillWanted(step: Step, order: Order): boolean {
  if (mayOnlyReduce(order)) return true;
  const { accountId, contractCode, side, triggeredMs } = order;
  return triggeredMs !== null && leavesLots(order) <= closableLots(accountOf(step, accountId), contractCode, side);
}
