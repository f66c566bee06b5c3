/** Exports the order list as files: the orders of the current tab, all pages of it, or the fills of these orders. */
import type { Fill } from '@mua/contract/entities/fill';
import type { OrderHistory } from '@mua/contract/entities/order';
import { queryOrders } from '@mua/contract/http/orders';
import { LIMITS } from '@mua/contract/limits';
import type { OrderListing } from '#ledger/order-pages.ts';
import { FILL_CSV, ORDER_CSV } from '#orders/csv-columns.ts';
import type { ListExport } from '#orders/export-list.ts';
import { queryOfListing } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

export interface ListedOrders {
  readonly actor: AccountActor;
  readonly account: string;
  readonly listing: OrderListing;
}

export function orderExport(of: ListedOrders): ListExport<OrderHistory> {
  return { list: 'orders', account: of.account, columns: ORDER_CSV, page: (...at) => pageOf(of, ...at) };
}

export function fillExport(of: ListedOrders): ListExport<Fill> {
  return {
    list: 'fills',
    account: of.account,
    columns: FILL_CSV,
    page: async (...at) => {
      const { items, nextCursor } = await pageOf(of, ...at);
      return { items: items.flatMap(({ fills }) => fills), nextCursor };
    },
  };
}

function pageOf({ actor, listing }: ListedOrders, cursor: string | null, signal: AbortSignal) {
  const query = {
    ...queryOfListing(listing),
    limit: String(LIMITS.pageSizeMax),
    ...(cursor === null ? {} : { cursor }),
  };
  return callAs(actor.userId, queryOrders, { params: { accountId: actor.accountId }, query, signal });
}
