/**
 * Reads the orders of a sub-account as a filtered list with fills, and sends, changes and cancels them. Nothing here
 * sends an order twice: after a lost answer the caller asks by clientOrderId (`findOrder`).
 */
import type { Order } from '@mua/contract/entities/order';
import { queryFromOrderFilter } from '@mua/contract/entities/order-filter';
import type { AccountItem } from '@mua/contract/feeds/investor-feed';
import {
  type CancelAllReply,
  type CancelAllRequest,
  type CancelOrderRequest,
  cancelAllOrders,
  cancelOrder as cancelOrderRoute,
  type LiquidationRequest,
  liquidate as liquidateRoute,
  type ModifyOrderRequest,
  modifyOrder as modifyOrderRoute,
  type OrderReply,
  type PlaceGroupRequest,
  type PlaceOrderRequest,
  placeGroup as placeGroupRoute,
  placeOrder as placeOrderRoute,
  queryOrders,
  type ReversePositionRequest,
  readOrderByClientId,
  reversePosition as reversePositionRoute,
} from '@mua/contract/http/orders';
import { LIMITS } from '@mua/contract/limits';
import { FINAL_STATUSES } from '@mua/core/values';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { isTimeKnown, serverNowMs } from '#clock/market-clock.ts';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { ledgerOf } from '#ledger/account-ledger.ts';
import { type OrderListing, overlayPage } from '#ledger/order-pages.ts';
import { isConditionalType } from '#orders/order-types.ts';
import { type AccountActor, callAs } from '#signed-in/actor.ts';
import { CallError } from '#wire/call.ts';

/** Reads orders in pages, with counts and sums of the whole list. The investor feed patches rows, counts and sums. */
export function ordersQuery({ userId, accountId }: AccountActor, listing: OrderListing) {
  return infiniteQueryOptions({
    queryKey: [userId, 'orders', accountId, listing] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...queryOfListing(listing), ...(pageParam === null ? {} : { cursor: pageParam }) };
      const page = await callAs(userId, queryOrders, { params: { accountId }, query, signal });
      return overlayPage(page, ledgerOf(userId, accountId), { listing, isFirst: pageParam === null });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Writes a list as query parameters of a request. */
export function queryOfListing({ tab, ofContract, ...filter }: OrderListing) {
  return { ...queryFromOrderFilter(filter), tab, contractCode: ofContract };
}

/**
 * Reads every order that is not final, whatever its day: the count on the desk's tab, own lots in the book and own
 * lines on the chart all come from this one list.
 */
export function liveOrdersQuery(actor: AccountActor, of: Pick<OrderListing, 'contractCode' | 'ofContract'> = {}) {
  return ordersQuery(actor, { ...of, statusOrder: { nin: [...FINAL_STATUSES] } });
}

/**
 * Says until when the order is wanted: ten seconds after it was pressed, or after the PIN was typed that it waited for.
 * A network that holds it longer brings it to a refusal, not to a price that nobody looked at (record 155). Until the
 * server's time is known, the server counts from the order's arrival.
 */
function timeliness(): { readonly validUntil?: string } {
  return isTimeKnown() ? { validUntil: new Date(serverNowMs() + LIMITS.orderValidMs).toISOString() } : {};
}

/** Places an order, once for each clientOrderId. Throws `CallError`; see `isAnswerLost`. */
export function placeOrder(client: QueryClient, actor: AccountActor, body: PlaceOrderRequest): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, placeOrderRoute, { params: paramsOf(actor), body }, timeliness));
}

/** Places orders that belong together, all or none; returns the first, which stands for all of them. */
export async function placeGroup(client: QueryClient, actor: AccountActor, body: PlaceGroupRequest): Promise<Order> {
  const { userId, accountId } = actor;
  const reply = await callAs(userId, placeGroupRoute, { params: paramsOf(actor), body }, timeliness);
  const items: AccountItem[] = [
    ...reply.orders.map((order): AccountItem => ({ kind: 'order', order })),
    ...reply.conditionalOrders.map((conditionalOrder): AccountItem => ({ kind: 'conditionalOrder', conditionalOrder })),
  ];
  applyAccountEvent(client, { userId, accountId, items, isSnapshot: false });
  const [first] = reply.orders;
  if (!first) throw new Error('a group has orders');
  return first;
}

export function modifyOrder(client: QueryClient, actor: AccountActor, body: ModifyOrderRequest): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, modifyOrderRoute, { params: paramsOf(actor), body }, timeliness));
}

export function cancelOrder(client: QueryClient, actor: AccountActor, body: CancelOrderRequest): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, cancelOrderRoute, { params: paramsOf(actor), body }));
}

/**
 * Cancels the orders of one contract or of the whole sub-account, conditional orders too. The feed reports the end of
 * each.
 */
export function cancelAll({ userId, accountId }: AccountActor, body: CancelAllRequest): Promise<CancelAllReply> {
  return callAs(userId, cancelAllOrders, { params: { accountId }, body });
}

/** Reverses the position in a contract at market. */
export function reversePosition(
  client: QueryClient,
  actor: AccountActor,
  body: ReversePositionRequest,
): Promise<Order> {
  return answered(
    client,
    actor,
    callAs(actor.userId, reversePositionRoute, { params: paramsOf(actor), body }, timeliness),
  );
}

/** Liquidates all lots of one contract at market; working orders stay, unless the request goes flat. */
export function liquidate(client: QueryClient, actor: AccountActor, body: LiquidationRequest): Promise<Order> {
  return answered(client, actor, callAs(actor.userId, liquidateRoute, { params: paramsOf(actor), body }, timeliness));
}

/** Finds the order of a clientOrderId; null means it never reached the server. */
export async function findOrder(
  client: QueryClient,
  actor: AccountActor,
  clientOrderId: string,
): Promise<Order | null> {
  try {
    const params = { ...paramsOf(actor), clientOrderId };
    const order = await callAs(actor.userId, readOrderByClientId, { params });
    withNotice(client, actor, { order });
    return order;
  } catch (error) {
    if (error instanceof CallError && error.code === 'OrderNotFound') return null;
    throw error;
  }
}

async function answered(client: QueryClient, actor: AccountActor, reply: Promise<OrderReply>): Promise<Order> {
  const known = await reply;
  withNotice(client, actor, known);
  return known.order;
}

/** A conditional order's view as an order is in no list of orders: the order itself is reported, or fetched. */
function withNotice(
  client: QueryClient,
  { userId, accountId }: AccountActor,
  { order, conditionalOrder }: Omit<OrderReply, 'seq'>,
): void {
  const items: AccountItem[] = isConditionalType(order.orderType) ? [] : [{ kind: 'order', order }];
  if (conditionalOrder) items.push({ kind: 'conditionalOrder', conditionalOrder });
  if (items.length > 0) applyAccountEvent(client, { userId, accountId, items, isSnapshot: false });
  else void client.invalidateQueries({ queryKey: [userId, 'conditionals', accountId] });
}

function paramsOf({ accountId }: AccountActor): { accountId: string } {
  return { accountId };
}
