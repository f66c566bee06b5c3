/** Builds a page of orders as the server answers it: counts and sums of the orders that it is given. */
import type { OrderHistory } from '@mua/contract/entities/order';
import { ORDER_TABS, type OrderTab, TAB_OF_STATUS } from '@mua/contract/entities/order-filter';
import type { OrderPage, OrderTabCounts } from '@mua/contract/http/orders';

export function orderPageOf(
  orders: readonly OrderHistory[],
  { tab = 'ALL', hidden = 0 }: { readonly tab?: OrderTab | undefined; readonly hidden?: number } = {},
): OrderPage {
  const isIn = (wanted: OrderTab) => (order: OrderHistory) =>
    wanted === 'ALL' || TAB_OF_STATUS[order.status] === wanted;
  const tabs = Object.fromEntries(ORDER_TABS.map((one) => [one, orders.filter(isIn(one)).length]));
  const items = orders.filter(isIn(tab));
  const sum = (of: (order: OrderHistory) => number) => items.reduce((total, order) => total + of(order), 0);
  const fee = items.flatMap(({ fills }) => fills).reduce((total, one) => total + BigInt(one.fee), 0n);
  return {
    items,
    nextCursor: null,
    total: items.length,
    hidden,
    tabs: tabs as OrderTabCounts,
    sums: {
      quantity: sum(({ status, quantity }) => (status === 'REJECTED' ? 0 : quantity)),
      filledQuantity: sum(({ filledQuantity }) => filledQuantity),
      fee: String(fee),
    },
  };
}
