/**
 * Ended orders in memory: as many of them as are still spoken of. A late report or a request for another one finds it in
 * the read tables (recalled-orders.ts), as it does those of earlier trade dates. So memory, snapshots and starts do not
 * grow with the orders of a day.
 */
import type { EngineState } from '#engine/state.ts';
import type { Order } from '#orders/order.ts';

/** More than any burst ends while reports on the first of them are on their way. */
const KEPT = 10_000;

/** Notes orders of one step that ended, or changed after their end. */
export function noteEnded({ ended }: EngineState, orders: readonly Order[]): void {
  const sorted = orders.length < 2 ? orders : [...orders].sort(byChange);
  for (const order of sorted) {
    ended.delete(order);
    ended.add(order);
  }
}

/** Restores their order from the orders themselves. */
export function restoreEnded({ ended }: EngineState, orders: Order[]): void {
  for (const order of orders.sort(byChange)) ended.add(order);
}

/** Those that changed longest ago leave memory. */
export function forgetEnded({ ended, orders }: EngineState, kept: number = KEPT): void {
  for (const order of ended) {
    if (ended.size <= kept) return;
    ended.delete(order);
    orders.delete(order.orderId);
  }
}

/** Several of one step, and even of one receipt, have an order of their own, the same after every restart. */
function byChange(a: Order, b: Order): number {
  return a.changedSeq - b.changedSeq || a.receivedSeq - b.receivedSeq || (a.orderId < b.orderId ? -1 : 1);
}
