/**
 * Arranges the listed orders: an entry is followed by its exit pair and what that pair sent, and orders sent by a
 * conditional order are marked. Pure. Attached lines are sorted with their entry.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order, OrderHistory } from '@mua/contract/entities/order';

export type OrderLine =
  | {
      readonly kind: 'order';
      readonly key: string;
      readonly order: OrderHistory;
      /** Belongs to the order above it. */
      readonly isIndented: boolean;
      /** The order used for sorting: itself, or the entry it belongs to. */
      readonly head: OrderHistory;
    }
  | {
      readonly kind: 'exits';
      readonly key: string;
      readonly exits: ConditionalOrder;
      readonly entry: OrderHistory;
      readonly head: OrderHistory;
    };

export function orderLines(
  orders: readonly OrderHistory[],
  conditionals: readonly ConditionalOrder[],
): readonly OrderLine[] {
  const byId = new Map(conditionals.map((one) => [one.conditionalOrderId, one]));
  const listed = new Map(orders.map((order) => [order.orderId, order]));
  const entryOf = ({ conditionalOrderId }: Order): string | null => {
    const sender = conditionalOrderId === null ? undefined : byId.get(conditionalOrderId);
    const entry = sender?.parentOrderCode ?? null;
    return entry !== null && listed.has(entry) ? entry : null;
  };
  const sentFor = new Map<string, OrderHistory[]>();
  for (const order of orders) {
    const entry = entryOf(order);
    if (entry !== null) sentFor.set(entry, [...(sentFor.get(entry) ?? []), order]);
  }
  return orders.flatMap((order): OrderLine[] => {
    if (entryOf(order) !== null) return [];
    const exits = order.exitOrderId === null ? undefined : byId.get(order.exitOrderId);
    const own = { kind: 'order', key: order.orderId, order, isIndented: false, head: order } as const;
    const pair: OrderLine[] = exits
      ? [{ kind: 'exits', key: exits.conditionalOrderId, exits, entry: order, head: order }]
      : [];
    const sent = (sentFor.get(order.orderId) ?? []).map(
      (child): OrderLine => ({ kind: 'order', key: child.orderId, order: child, isIndented: true, head: order }),
    );
    return [own, ...pair, ...sent];
  });
}
