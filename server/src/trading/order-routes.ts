/** Orders and positions of a sub-account (spec 7, "Orders"). */
import { orderFilterFromQuery } from '@mua/contract/entities/order-filter';
import {
  cancelOrder,
  forceSell,
  listOrderHistories,
  modifyOrder,
  placeOrder,
  queryOrders,
  readOrderByClientId,
  searchOrders,
} from '@mua/contract/http/orders';
import { listOpenPositions, listSettledPositions } from '@mua/contract/http/positions';
import { pageSize, uuidFromWire } from '@mua/contract/wire';
import type { FastifyRequest } from 'fastify';
import { type Bind, ok } from '#http/bind-route';
import { replyError } from '#http/reply-error';
import type { TokenBuckets } from '#http/token-buckets';
import type { OrderDesk } from './order-desk.ts';
import type { OrderQueries, Page } from './order-queries.ts';
import type { PositionQueries } from './position-queries.ts';

export function bindOrderRoutes(
  bind: Bind,
  deps: {
    readonly desk: OrderDesk;
    readonly orders: OrderQueries;
    readonly positions: PositionQueries;
    readonly orderRate: TokenBuckets;
    readonly cancelRate: TokenBuckets;
  },
): void {
  const { desk, orders, positions } = deps;
  const asOrder = { admit: (request: FastifyRequest) => deps.orderRate.demand(accountIdOf(request)) };
  const asCancel = { admit: (request: FastifyRequest) => deps.cancelRate.demand(accountIdOf(request)) };

  bind(placeOrder, ({ params, body }) => desk.place(params.accountId, body), asOrder);
  bind(modifyOrder, async ({ params, body }) => ok(await desk.modify(params.accountId, body)), asOrder);
  bind(cancelOrder, async ({ params, body }) => ok(await desk.cancel(params.accountId, body)), asCancel);
  bind(forceSell, ({ params, body }) => desk.liquidate(params.accountId, body), asOrder);

  bind(queryOrders, async ({ params, query }) =>
    ok(await orders.query(params.accountId, orderFilterFromQuery(query), pageOf(query))),
  );
  bind(searchOrders, async ({ params, body }) =>
    ok(await orders.query(params.accountId, body.queryTable ?? {}, pageOf(body))),
  );
  bind(listOrderHistories, async ({ params, query }) =>
    ok(await orders.histories(params.accountId, query.contractCode, pageOf(query))),
  );
  bind(readOrderByClientId, async ({ params }) => {
    const order = await orders.byClientId(params.accountId, uuidFromWire(params.clientOrderId));
    if (!order) throw replyError('OrderNotFound', {});
    return ok(order);
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

function pageOf(asked: { cursor?: string | undefined; limit?: string | number | undefined }): Page {
  return { cursor: asked.cursor, limit: pageSize(asked.limit) };
}
