/** Routes of a sub-account's orders and positions (docs/rules/orders.md#types-and-times-in-force). */
import type { Order } from '@mua/contract/entities/order';
import { type OrderTab, orderFilterFromQuery, type QueryTable } from '@mua/contract/entities/order-filter';
import { readCancelAfter, setCancelAfter } from '@mua/contract/http/cancel-after';
import { readOrderTimeline } from '@mua/contract/http/order-timeline';
import {
  cancelAllOrders,
  cancelOrder,
  liquidate,
  listOrderHistories,
  modifyOrder,
  placeGroup,
  placeOrder,
  queryOrders,
  readOrderByClientId,
  reversePosition,
  searchOrders,
} from '@mua/contract/http/orders';
import { listOpenPositions, listSettledPositions } from '@mua/contract/http/positions';
import { LIMITS } from '@mua/contract/limits';
import { pageSize, uuidFromWire } from '@mua/contract/wire';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#ground/clock.ts';
import { type Bind, type Handler, ok } from '#http/bind-route.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';
import type { NamedOrder } from '#journal/named-orders.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { BoundedOrders } from '#orders/bounded-orders.ts';
import type { CancelAfters } from '#orders/cancel-after.ts';
import type { ConditionalQueries } from '#orders/conditional-queries.ts';
import { conditionalAsOrder } from '#orders/conditional-wire.ts';
import type { OrderListing, OrderQueries, Page } from '#orders/order-queries.ts';
import type { OrderService } from '#orders/order-service.ts';
import type { PositionQueries } from '#orders/position-queries.ts';
import type { Senders } from '#orders/senders.ts';
import type { TimelineQueries } from '#orders/timeline-queries.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { replyError } from '#refusals/reply-error.ts';

/** Rates of ordering and cancelling per sub-account, as admission checks of routes. */
export interface OrderRates {
  readonly asOrder: {
    admit: (request: FastifyRequest) => void;
    /** For what a request turns out to cost once its body is there. */
    demandMore: (accountId: string, cost: number) => void;
  };
  readonly asCancel: { admit: (request: FastifyRequest) => void };
}

/** Cancelling reduces risk: it is allowed more often than ordering. */
const CANCELS_PER_ORDER = 5;

export function orderRatesOf(
  wall: Clock,
  limits: { readonly ordersPerSecond?: number; readonly ordersBurst?: number } = {},
): OrderRates {
  const { ordersPerSecond = LIMITS.ordersPerSecond, ordersBurst = LIMITS.ordersBurst } = limits;
  const admitting = (times: number) => {
    const buckets = createTokenBuckets(wall, { perSecond: ordersPerSecond * times, burst: ordersBurst * times });
    return {
      admit: (request: FastifyRequest) => buckets.demand(accountIdOf(request)),
      demandMore: (accountId: string, cost: number) => buckets.demand(accountId, cost),
    };
  };
  return { asOrder: admitting(1), asCancel: admitting(CANCELS_PER_ORDER) };
}

interface OrderRouteDeps extends OrderRates {
  readonly orderService: OrderService;
  readonly bounded: BoundedOrders;
  readonly senders: Senders;
  readonly sequencer: Pick<Sequencer, 'fateOf'>;
  readonly cancelAfters: CancelAfters;
  readonly orders: OrderQueries;
  readonly conditionals: ConditionalQueries;
  readonly positions: PositionQueries;
  readonly timelines: TimelineQueries;
  /** Trade date shown for a conditional order among orders. */
  readonly tradeDate: () => string;
}

export function bindOrderRoutes(bind: Bind, deps: OrderRouteDeps): void {
  bindOrdering(bind, deps);
  bindCancelling(bind, deps);
  bindOrderLists(bind, deps);
}

function bindOrdering(bind: Bind, { orderService, bounded, senders, asOrder }: OrderRouteDeps): void {
  const { placing, modifying, reversing, liquidating } = senders;

  bind(
    placeOrder,
    (call) => bounded.place(call.actor, call.params.accountId, call.body, senders.of(call, call.body.validUntil)),
    { ...asOrder, ...placing },
  );
  bind(
    placeGroup,
    ({ actor, params: { accountId }, body, ...call }) => {
      // A group counts as its orders; its first one was counted at the door.
      asOrder.demandMore(accountId, body.orders.length - 1);
      return bounded.placeGroup(actor, accountId, body, senders.of(call, body.validUntil));
    },
    { ...asOrder, ...placing },
  );
  bind(
    modifyOrder,
    async (call) =>
      ok(await bounded.modify(call.actor, call.params.accountId, call.body, senders.of(call, call.body.validUntil))),
    { ...asOrder, ...modifying },
  );
  bind(
    reversePosition,
    (call) => orderService.reverse(call.params.accountId, call.body, senders.of(call, call.body.validUntil)),
    { ...asOrder, ...reversing },
  );
  bind(
    liquidate,
    (call) =>
      orderService.liquidate(call.params.accountId, call.body, { sender: senders.of(call, call.body.validUntil) }),
    { ...asOrder, ...liquidating },
  );
}

function bindCancelling(bind: Bind, { orderService, cancelAfters, asCancel }: OrderRouteDeps): void {
  bind(cancelOrder, async ({ params, body }) => ok(await orderService.cancel(params.accountId, body)), asCancel);
  bind(cancelAllOrders, async ({ params, body }) => ok(await orderService.cancelAll(params.accountId, body)), asCancel);
  bind(
    setCancelAfter,
    async ({ actor, params: { accountId }, body }) => ok(await cancelAfters.set({ actor, accountId }, body)),
    asCancel,
  );
  bind(readCancelAfter, async ({ actor, params: { accountId } }) => ok(cancelAfters.read({ actor, accountId })));
}

function bindOrderLists(bind: Bind, deps: OrderRouteDeps): void {
  const { orders, conditionals, positions, timelines, sequencer, tradeDate } = deps;
  bind(queryOrders, async ({ params, query }) =>
    ok(await orders.query(params.accountId, listingOf(orderFilterFromQuery(query), query), pageOf(query))),
  );
  bind(searchOrders, async ({ params, body }) =>
    ok(await orders.query(params.accountId, listingOf(body.queryTable ?? {}, body), pageOf(body))),
  );
  bind(listOrderHistories, async ({ params, query }) =>
    ok(await orders.histories(params.accountId, query.contractCode, pageOf(query))),
  );
  const find = async ({ accountId, clientOrderId }: NamedOrder): Promise<Order | undefined> => {
    const order = await orders.byClientId(accountId, clientOrderId);
    if (order) return order;
    const conditional = await conditionals.byClientId(accountId, clientOrderId);
    return conditional && conditionalAsOrder(conditional, tradeDate());
  };
  const byClientId: Handler<typeof readOrderByClientId> = async ({ params: { accountId, clientOrderId } }) => {
    const name = { accountId, clientOrderId: uuidFromWire(clientOrderId) };
    const order = await find(name);
    if (order) return ok(order);
    // What is on its way, or waits for its commit, stands in no table and will be an order.
    const fate = await sequencer.fateOf(name);
    if (fate === 'absent') throw replyError('OrderNotFound', {});
    const written = fate === 'executed' ? await find(name) : undefined;
    if (written) return ok(written);
    throw new JournalBusyError('it is not known what becomes of the order');
  };
  // Whoever asks does not know whether they have an order.
  bind(readOrderByClientId, byClientId, { isUrgent: true });
  bind(readOrderTimeline, async ({ params }) => {
    const timeline = await timelines.read(params.accountId, params.orderId);
    if (!timeline) throw replyError('OrderNotFound', {});
    return ok(timeline);
  });
  bind(listOpenPositions, async ({ params }) =>
    ok({ items: await positions.open(params.accountId), nextCursor: null }),
  );
  bind(listSettledPositions, async ({ params, query }) =>
    ok(await positions.settled(params.accountId, query.contractCode, pageOf(query))),
  );
}

function accountIdOf(request: FastifyRequest): string {
  return (request.params as { accountId: string }).accountId;
}

function listingOf(
  filter: QueryTable,
  { tab, contractCode }: { tab?: OrderTab | undefined; contractCode?: string | undefined },
): OrderListing {
  return { filter, tab, contractCode };
}

function pageOf(asked: { cursor?: string | undefined; limit?: string | number | undefined }): Page {
  return { cursor: asked.cursor, limit: pageSize(asked.limit) };
}
