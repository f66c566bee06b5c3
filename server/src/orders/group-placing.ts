/**
 * Places orders that belong together (record 195) and returns the durable result: all of them, those that an earlier call
 * of the same ids has placed, or an error code with facts and no order.
 */
import type { ConditionalOrder as WireConditional } from '@mua/contract/entities/conditional-order';
import type { GroupReply, PlaceGroupRequest } from '@mua/contract/http/orders';
import { orderTypeFromWire } from '@mua/contract/wire';
import type { EngineState, Order, PlaceGroup } from '@mua/core/engine';
import { randomId } from '#ground/random-id.ts';
import type { DurableStep, Sender, Sequencer } from '#journal/sequencer.ts';
import { conditionalToWire } from '#orders/conditional-wire.ts';
import type { OrderQueries } from '#orders/order-queries.ts';
import { termsFrom } from '#orders/order-terms.ts';
import { type Grids, orderToWire } from '#orders/order-wire.ts';
import { orderRefused, present } from '#orders/refused-order.ts';

export type GroupPlaced = { readonly status: 200 | 201; readonly body: GroupReply };

interface Deps {
  readonly submit: Sequencer['submit'];
  readonly state: EngineState;
  readonly orders: OrderQueries;
  readonly grids: Grids;
}

export function createGroupPlacing(deps: Deps) {
  return async (accountId: string, request: PlaceGroupRequest, sender: Sender): Promise<GroupPlaced> => {
    const command = groupCommand(accountId, randomId(), request);
    const step = await deps.submit(command, sender);
    const repeatedIds = step.events.flatMap((event) => (event.kind === 'orderRepeated' ? [event.orderId] : []));
    if (repeatedIds.length > 0) return { status: 200, body: await repeatedGroup(deps, accountId, repeatedIds) };
    return { status: 201, body: groupMade(deps, step, command, request) };
  };
}

function groupCommand(accountId: string, groupId: string, request: PlaceGroupRequest): PlaceGroup {
  const { kind, contractCode, orders, sighting } = request;
  return {
    kind: 'placeGroup',
    accountId,
    groupId,
    groupKind: kind,
    contractCode,
    orders: orders.map((order) => {
      const orderType = orderTypeFromWire(order.orderType);
      // The schema has refused these.
      if (orderType === 'TRAILING_STOP' || orderType === 'TPSL')
        throw new Error('an order of a group is for an exchange');
      return { ...termsFrom(order), orderType };
    }),
    ...present({ sighting }),
  };
}

/** Throws the refusal. */
function groupMade(
  { state, grids }: Deps,
  { command: { seq }, events }: DurableStep,
  { contractCode, groupId }: PlaceGroup,
  request: PlaceGroupRequest,
): GroupReply {
  const made: Order[] = [];
  const conditionalOrders: WireConditional[] = [];
  const grid = state.contracts.get(contractCode)?.commodity.grid;
  for (const event of events) {
    if (event.kind === 'commandRefused') throw orderRefused(event.refusal, grid, typedPrices(request), seq);
    if (event.kind === 'orderChanged' && event.order.group?.groupId === groupId) made.push(event.order);
    if (event.kind === 'conditionalChanged' && event.conditional.parentOrderId?.startsWith(`${groupId}-`))
      conditionalOrders.push(conditionalToWire(event.conditional, seq, grids(contractCode)));
  }
  const orders = made.map((order) => orderToWire(order, seq, grids(contractCode)));
  return { groupId, orders, conditionalOrders, seq };
}

async function repeatedGroup({ orders }: Deps, accountId: string, orderIds: readonly string[]): Promise<GroupReply> {
  const found = await Promise.all(orderIds.map((orderId) => orders.byId(accountId, orderId)));
  const known = found.filter((order) => order !== undefined);
  const groupId = known[0]?.group?.groupId;
  if (known.length < orderIds.length || groupId === undefined)
    throw new Error(`orders ${orderIds} are durable and not there`);
  return { groupId, orders: known, conditionalOrders: [], seq: Math.max(...known.map(({ seq }) => seq)) };
}

/** By the paths of their fields. */
function typedPrices({ orders }: PlaceGroupRequest): Record<string, string | undefined> {
  const typed: Record<string, string | undefined> = {};
  for (const [at, order] of orders.entries())
    for (const [field, price] of Object.entries(order))
      if (typeof price === 'string') typed[`orders.${at}.${field}`] = price;
  return typed;
}
