/** The order list as files: orders by the filter on screen, all pages of it, or the fills of these orders. */
import type { Fill } from '@mua/contract/entities/fill';
import type { OrderHistory } from '@mua/contract/entities/order';
import { type QueryTable, queryFromOrderFilter } from '@mua/contract/entities/order-filter';
import { queryOrders } from '@mua/contract/http/orders';
import { LIMITS } from '@mua/contract/limits';
import { FILL_CSV, ORDER_CSV } from '#orders/csv-columns.ts';
import type { ListExport } from '#orders/export-list.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

export interface ListedOrders {
  readonly actor: AccountActor;
  readonly account: string;
  readonly filter: QueryTable;
  /** What of the filter's orders the tab shows. */
  readonly isListed: (order: OrderHistory) => boolean;
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

async function pageOf({ actor, filter, isListed }: ListedOrders, cursor: string | null, signal: AbortSignal) {
  const query = {
    ...queryFromOrderFilter(filter),
    limit: String(LIMITS.pageSizeMax),
    ...(cursor === null ? {} : { cursor }),
  };
  const { items, nextCursor } = await callAs(actor.userId, queryOrders, {
    params: { accountId: actor.accountId },
    query,
    signal,
  });
  return { items: items.filter(isListed), nextCursor };
}
