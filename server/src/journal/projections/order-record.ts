/** An order as its read table keeps it. */
import { copyOrder, type Order } from '@mua/core/engine';

export type StoredOrderRecord = Omit<Order, 'seenExecIds' | 'feeVnd'> & { readonly feeVnd: string };

/**
 * A copy with its fields where they were, which is their order in a batch's digest; JSON leaves out what is undefined. Not
 * spread: JSON of an object of so many fields that was spread is many times slower. The fee, which every order has, is
 * spelled here: only a refusal may have bigints besides, so that nobody looks for them in other orders.
 */
export function orderRecord(order: Order): StoredOrderRecord {
  return Object.assign(copyOrder(order), { seenExecIds: undefined, feeVnd: order.feeVnd.toString() });
}
