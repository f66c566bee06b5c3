/**
 * Enters an investor's requests into the engine and returns the durable result: an order, or an error code with facts.
 */
import type { ConditionalOrder as WireConditional } from '@mua/contract/entities/conditional-order';
import type {
  CancelAllReply,
  CancelAllRequest,
  CancelOrderRequest,
  LiquidationRequest,
  ModifyOrderRequest,
  OrderReply,
  PlaceGroupRequest,
  PlaceOrderRequest,
  ReversePositionRequest,
} from '@mua/contract/http/orders';
import { durationFromWire, orderTypeFromWire, uuidFromWire } from '@mua/contract/wire';
import type { CommandBody, EngineEvent, EngineState, Operator, Order, OrderName } from '@mua/core/engine';
import type { PriceGrid } from '@mua/core/values';
import { randomId } from '#ground/random-id.ts';
import type { DurableStep, Sender, Sequencer } from '#journal/sequencer.ts';
import type { ConditionalQueries } from '#orders/conditional-queries.ts';
import { conditionalAsOrder, conditionalToWire } from '#orders/conditional-wire.ts';
import { createGroupPlacing, type GroupPlaced } from '#orders/group-placing.ts';
import type { OrderQueries } from '#orders/order-queries.ts';
import { termsFrom } from '#orders/order-terms.ts';
import { type Grids, orderToWire } from '#orders/order-wire.ts';
import { orderRefused, present, type TypedPrices } from '#orders/refused-order.ts';
import { replyError } from '#refusals/reply-error.ts';

export type Placed = { readonly status: 200 | 201; readonly body: OrderReply };

/** What adds or moves risk is not executed for a sender who no longer waits for it; a cancel is. */
export interface OrderService {
  place(accountId: string, request: PlaceOrderRequest, sender: Sender): Promise<Placed>;
  placeGroup(accountId: string, request: PlaceGroupRequest, sender: Sender): Promise<GroupPlaced>;
  modify(accountId: string, request: ModifyOrderRequest, sender: Sender): Promise<OrderReply>;
  cancel(accountId: string, request: CancelOrderRequest): Promise<OrderReply>;
  cancelAll(accountId: string, request: CancelAllRequest): Promise<CancelAllReply>;
  /** By the investor, or by an operator with a reason. */
  liquidate(
    accountId: string,
    request: LiquidationRequest,
    by: { readonly sender: Sender } | { readonly operator: Operator },
  ): Promise<Placed>;
  reverse(accountId: string, request: ReversePositionRequest, sender: Sender): Promise<Placed>;
}

export interface OrderServiceDeps {
  readonly submit: Sequencer['submit'];
  readonly state: EngineState;
  readonly orders: OrderQueries;
  readonly conditionals: ConditionalQueries;
  readonly grids: Grids;
}

export function createOrderService(deps: OrderServiceDeps): OrderService {
  const { submit } = deps;
  const answers = createAnswers(deps);

  /** Uses a random id of the server; the step's result is about that id. */
  async function enter(
    sender: Sender | undefined,
    body: (orderId: string) => CommandBody,
    typed: TypedPrices = {},
  ): Promise<Placed> {
    const orderId = randomId();
    return answers.placed(await submit(body(orderId), sender), orderId, typed);
  }

  return {
    place: (accountId, request, sender) =>
      enter(sender, (orderId) => placeCommand(accountId, orderId, request), {
        ...request,
        'rollInto.limitPrice': request.rollInto?.limitPrice,
      }),
    placeGroup: createGroupPlacing(deps),
    async modify(accountId, request, sender) {
      const { quantity, duration, limitPrice, stopPrice, expirationDate } = request;
      const name = orderName(accountId, request);
      const terms = present({
        quantityLots: quantity,
        limitPrice,
        stopPrice,
        duration: duration === undefined ? undefined : durationFromWire(duration),
        expirationDate,
      });
      const step = await submit({ kind: 'modifyOrder', ...name, ...terms }, sender);
      return answers.changed(step, name, 'OrderModifyNotAllowed', request);
    },
    async cancel(accountId, request) {
      const name = orderName(accountId, request);
      const step = await submit({ kind: 'cancelOrder', ...name });
      return answers.changed(step, name, 'OrderCancelNotAllowed', {});
    },
    async cancelAll(accountId, { contractCode, groupId, keepStops }) {
      const step = await submit({ kind: 'cancelOrders', accountId, ...present({ contractCode, groupId, keepStops }) });
      return cancelledBy(step);
    },
    liquidate: (accountId, { contractCode, clientOrderId, goFlat, sighting }, by) =>
      enter('sender' in by ? by.sender : undefined, (orderId) => ({
        kind: 'liquidateContract',
        accountId,
        orderId,
        clientOrderId: uuidFromWire(clientOrderId),
        contractCode,
        ...present({ goFlat, operator: 'operator' in by ? by.operator : undefined, sighting }),
      })),
    reverse: (accountId, { contractCode, clientOrderId, sighting }, sender) =>
      enter(sender, (orderId) => ({
        kind: 'reversePosition',
        accountId,
        orderId,
        clientOrderId: uuidFromWire(clientOrderId),
        contractCode,
        ...present({ sighting }),
      })),
  };
}

function placeCommand(accountId: string, orderId: string, request: PlaceOrderRequest): CommandBody {
  const { contractCode, trailAmount, trailPercent, rollInto, sighting } = request;
  return {
    kind: 'placeOrder',
    accountId,
    orderId,
    contractCode,
    ...termsFrom(request),
    orderType: orderTypeFromWire(request.orderType),
    ...present({ trailAmount, trailPercent, sighting }),
    ...(rollInto
      ? { rollInto: { contractCode: rollInto.contractCode, ...present({ limitPrice: rollInto.limitPrice }) } }
      : {}),
  };
}

/** Reads the result of an investor's command from its durable step. */
function createAnswers({ state, orders, conditionals, grids }: OrderServiceDeps) {
  /** The order that the step made, or the existing one; throws the refusal. */
  async function placed(step: DurableStep, orderId: string, typed: TypedPrices): Promise<Placed> {
    const { seq } = step.command;
    const made = step.events.find((event) => isAbout(event, orderId));
    if (made?.kind === 'orderChanged') {
      const grid = grids(made.order.contractCode);
      if (made.order.refusal) throw orderRefused(made.order.refusal, grid, typed, seq);
      const exits = madeExits(step, made.order.exitOrderId);
      const conditionalOrder = exits && conditionalToWire(exits, seq, grid);
      return {
        status: 201,
        body: { order: orderToWire(made.order, seq, grid), ...present({ conditionalOrder }), seq },
      };
    }
    if (made?.kind === 'conditionalChanged') {
      const grid = grids(made.conditional.contractCode);
      if (made.conditional.refusal) throw orderRefused(made.conditional.refusal, grid, typed, seq);
      return { status: 201, body: conditionalReply(conditionalToWire(made.conditional, seq, grid)) };
    }
    for (const event of step.events) {
      if (event.kind === 'commandRefused') throw orderRefused(event.refusal, undefined, typed, seq);
      if (event.kind === 'orderRepeated') return { status: 200, body: await repeated(event.accountId, event.orderId) };
    }
    throw new Error(`seq ${seq} said nothing of its order`);
  }

  async function repeated(accountId: string, orderId: string): Promise<OrderReply> {
    const order = await orders.byId(accountId, orderId);
    if (order) return { order, seq: order.seq };
    const conditional = await conditionals.byId(accountId, orderId);
    if (!conditional) throw new Error(`order ${orderId} is durable and not there`);
    return conditionalReply(conditional);
  }

  function conditionalReply(conditionalOrder: WireConditional): OrderReply {
    const order = conditionalAsOrder(conditionalOrder, state.tradeDate);
    return { order, conditionalOrder, seq: conditionalOrder.seq };
  }

  /** An order that ended a while ago has left the engine's memory but not the database. */
  async function changed(
    step: DurableStep,
    name: OrderName,
    notAllowed: 'OrderCancelNotAllowed' | 'OrderModifyNotAllowed',
    typed: TypedPrices,
  ): Promise<OrderReply> {
    const { seq } = step.command;
    for (const event of step.events) {
      if (event.kind === 'commandRefused') {
        const past = event.refusal.code === 'OrderNotFound' ? await findNamed(name) : undefined;
        if (past) throw replyError(notAllowed, { status: past.status });
        throw orderRefused(event.refusal, gridOfNamed(name), typed, seq);
      }
      const isIt =
        event.kind === 'orderChanged' &&
        (event.order.orderId === name.orderId || event.order.clientOrderId === name.clientOrderId);
      if (isIt) return { order: orderToWire(event.order, seq, grids(event.order.contractCode)), seq };
    }
    const order = await findNamed(name);
    if (!order) throw replyError('OrderNotFound', {});
    return { order, seq: order.seq };
  }

  function findNamed({ accountId, orderId, clientOrderId }: OrderName): ReturnType<OrderQueries['byId']> {
    if (orderId !== undefined) return orders.byId(accountId, orderId);
    return orders.byClientId(accountId, clientOrderId ?? '');
  }

  function gridOfNamed({ accountId, orderId, clientOrderId }: OrderName): PriceGrid | undefined {
    const id = orderId ?? state.accounts.get(accountId)?.clientOrders.get(clientOrderId ?? '')?.orderId;
    const order = id === undefined ? undefined : state.orders.get(id);
    return order && grids(order.contractCode);
  }

  return { placed, changed };
}

function isAbout(event: EngineEvent, orderId: string): boolean {
  if (event.kind === 'orderChanged') return event.order.orderId === orderId;
  return event.kind === 'conditionalChanged' && event.conditional.conditionalOrderId === orderId;
}

function madeExits({ events }: DurableStep, exitOrderId: string | null) {
  for (const event of events) {
    if (event.kind === 'conditionalChanged' && event.conditional.conditionalOrderId === exitOrderId)
      return event.conditional;
  }
  return undefined;
}

function cancelledBy({ command, events }: DurableStep): CancelAllReply {
  let [orders, conditionalOrders] = [0, 0];
  for (const event of events) {
    if (event.kind === 'commandRefused') throw orderRefused(event.refusal, undefined, {}, command.seq);
    if (event.kind === 'orderChanged' && isCancelling(event.order)) orders += 1;
    if (event.kind === 'conditionalChanged' && event.conditional.status === 'CANCELLED') conditionalOrders += 1;
  }
  return { orders, conditionalOrders, seq: command.seq };
}

/** An order in transit is cancelled as soon as the exchange has acknowledged it. */
function isCancelling({ status, cancelWish }: Pick<Order, 'status' | 'cancelWish'>): boolean {
  return status === 'IN_CANCEL' || status === 'CANCELLED' || cancelWish !== null;
}

function orderName(accountId: string, request: CancelOrderRequest): OrderName {
  const { orderId, clientOrderId } = request;
  return {
    accountId,
    ...present({ orderId, clientOrderId: clientOrderId === undefined ? undefined : uuidFromWire(clientOrderId) }),
  };
}
