/**
 * Orders of a sub-account: the filtered list, what is final, and sending, changing, cancelling. Nothing here sends an
 * order twice: after a lost answer the caller asks by clientOrderId (`findOrder`).
 */
import type { Order } from '@mua/contract/entities/order';
import { type QueryTable, queryFromOrderFilter } from '@mua/contract/entities/order-filter';
import {
  type CancelOrderRequest,
  cancelOrder as cancelOrderRoute,
  forceSell as forceSellRoute,
  listOrderHistories,
  type ModifyOrderRequest,
  modifyOrder as modifyOrderRoute,
  type OrderReply,
  type PlaceOrderRequest,
  placeOrder as placeOrderRoute,
  queryOrders,
  readOrderByClientId,
} from '@mua/contract/http/orders';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { applyAccountEvent } from './account-events.ts';
import { ledgerOf, overlayOrders } from './account-ledger.ts';
import { callAs } from './actor.ts';
import { CallError } from './call.ts';

/** A sub-account of a signed-in investor: what every call about orders acts for. */
export interface AccountActor {
  readonly userId: string;
  readonly accountId: string;
}

/** Newest first, with `total` of the filter and `hidden` by it. Rows are patched by the investor feed. */
export function ordersQuery({ userId, accountId }: AccountActor, filter: QueryTable) {
  return infiniteQueryOptions({
    queryKey: [userId, 'orders', accountId, filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...queryFromOrderFilter(filter), ...(pageParam === null ? {} : { cursor: pageParam }) };
      const page = await callAs(userId, queryOrders, { params: { accountId }, query, signal });
      return { ...page, items: overlayOrders(ledgerOf(userId, accountId), page.items) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Final orders with their fills, last closed first. */
export function orderHistoriesQuery({ userId, accountId }: AccountActor, contractCode?: string) {
  return infiniteQueryOptions({
    queryKey: [userId, 'histories', accountId, contractCode ?? null] as const,
    queryFn: ({ pageParam, signal }) =>
      callAs(userId, listOrderHistories, {
        params: { accountId },
        query: {
          ...(contractCode === undefined ? {} : { contractCode }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Places an order once for each clientOrderId. Throws `CallError`; see `isAnswerLost`. */
export function placeOrder(client: QueryClient, actor: AccountActor, body: PlaceOrderRequest): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, placeOrderRoute, { params: paramsOf(actor), body }));
}

export function modifyOrder(client: QueryClient, actor: AccountActor, body: ModifyOrderRequest): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, modifyOrderRoute, { params: paramsOf(actor), body }));
}

export function cancelOrder(client: QueryClient, actor: AccountActor, body: CancelOrderRequest): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, cancelOrderRoute, { params: paramsOf(actor), body }));
}

/** Liquidates all lots of one contract at market; working orders stay. */
export function forceSell(
  client: QueryClient,
  actor: AccountActor,
  body: { readonly contractCode: string; readonly clientOrderId: string },
): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, forceSellRoute, { params: paramsOf(actor), body }));
}

/** The order of a clientOrderId, or null: it never reached the server. */
export async function findOrder(
  client: QueryClient,
  actor: AccountActor,
  clientOrderId: string,
): Promise<Order | null> {
  try {
    const params = { ...paramsOf(actor), clientOrderId };
    const order = await callAs(actor.userId, readOrderByClientId, { params });
    told(client, actor, order);
    return order;
  } catch (error) {
    if (error instanceof CallError && error.code === 'OrderNotFound') return null;
    throw error;
  }
}

/** No answer, or one that says nothing about the order: it may stand or not, so it is asked for by id. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof CallError && (error.status === null || error.status === 408 || error.status >= 500);
}

async function answered(client: QueryClient, actor: AccountActor, reply: Promise<OrderReply>): Promise<Order> {
  const { order } = await reply;
  told(client, actor, order);
  return order;
}

function told(client: QueryClient, { userId, accountId }: AccountActor, order: Order): void {
  applyAccountEvent(client, { userId, accountId, items: [{ kind: 'order', order }], isSnapshot: false });
}

function paramsOf({ accountId }: AccountActor): { accountId: string } {
  return { accountId };
}
