/** Takes an investor's wish to the engine and brings its durable answer back: an order, or a code with its facts. */
import { randomBytes } from 'node:crypto';
import type { Facts } from '@mua/contract/errors';
import type { CancelOrderRequest, ModifyOrderRequest, OrderReply, PlaceOrderRequest } from '@mua/contract/http/orders';
import { durationFromWire, orderTypeFromWire, sideFromWire, uuidFromWire } from '@mua/contract/wire';
import type { EngineState, OrderName } from '@mua/core/engine';
import type { PriceGrid, Refusal } from '@mua/core/values';
import { ReplyError, replyError } from '#http/reply-error';
import { factsToWire } from '#http/wire-text';
import type { OrderQueries } from './order-queries.ts';
import { type Grids, orderToWire } from './order-wire.ts';
import type { DurableStep, Sequencer } from './sequencer.ts';

type Placed = { readonly status: 200 | 201; readonly body: OrderReply };

export interface OrderDesk {
  place(accountId: string, request: PlaceOrderRequest): Promise<Placed>;
  modify(accountId: string, request: ModifyOrderRequest): Promise<OrderReply>;
  cancel(accountId: string, request: CancelOrderRequest): Promise<OrderReply>;
  liquidate(accountId: string, request: { contractCode: string; clientOrderId: string }): Promise<Placed>;
}

export function createOrderDesk(deps: {
  readonly submit: Sequencer['submit'];
  readonly state: EngineState;
  readonly queries: OrderQueries;
  readonly grids: Grids;
}): OrderDesk {
  const { submit, state, queries, grids } = deps;

  /** The order that the step made; the one that was there before; or the refusal, thrown. */
  async function placed(step: DurableStep, limitPrice: string | undefined): Promise<Placed> {
    for (const event of step.events) {
      switch (event.kind) {
        case 'commandRefused':
          throw refused(event.refusal, undefined, limitPrice);
        case 'orderRepeated':
          return { status: 200, body: await repeated(event.accountId, event.orderId) };
        case 'orderChanged': {
          const { order } = event;
          const grid = grids(order.contractCode);
          if (order.refusal) throw refused(order.refusal, grid, limitPrice);
          const { seq } = step.command;
          return { status: 201, body: { order: orderToWire(order, seq, grid), seq } };
        }
        default:
          break;
      }
    }
    throw new Error(`seq ${step.command.seq} said nothing of its order`);
  }

  async function repeated(accountId: string, orderId: string): Promise<OrderReply> {
    const order = await queries.byId(accountId, orderId);
    if (!order) throw new Error(`order ${orderId} is durable and not there`);
    return { order, seq: order.seq };
  }

  /** An order that ended on an earlier trade date has left the engine's memory, not ours. */
  async function changed(
    step: DurableStep,
    name: OrderName,
    notAllowed: 'OrderCancelNotAllowed' | 'OrderModifyNotAllowed',
    limitPrice: string | undefined,
  ): Promise<OrderReply> {
    for (const event of step.events) {
      if (event.kind === 'commandRefused') {
        const past = event.refusal.code === 'OrderNotFound' ? await findNamed(name) : undefined;
        if (past) throw replyError(notAllowed, { status: past.status });
        throw refused(event.refusal, gridOfNamed(name), limitPrice);
      }
      if (event.kind === 'orderChanged') {
        const { order } = event;
        const { seq } = step.command;
        return { order: orderToWire(order, seq, grids(order.contractCode)), seq };
      }
    }
    const order = await findNamed(name);
    if (!order) throw replyError('OrderNotFound', {});
    return { order, seq: order.seq };
  }

  function findNamed({ accountId, orderId, clientOrderId }: OrderName): ReturnType<OrderQueries['byId']> {
    if (orderId !== undefined) return queries.byId(accountId, orderId);
    return queries.byClientId(accountId, clientOrderId ?? '');
  }

  function gridOfNamed({ accountId, orderId, clientOrderId }: OrderName): PriceGrid | undefined {
    const { accounts, orders } = state;
    const id = orderId ?? accounts.get(accountId)?.clientOrders.get(clientOrderId ?? '')?.orderId;
    const order = id === undefined ? undefined : orders.get(id);
    return order && grids(order.contractCode);
  }

  return {
    async place(accountId, request) {
      const { limitPrice, stopPrice, expirationDate } = request;
      const step = await submit({
        kind: 'placeOrder',
        accountId,
        orderId: newOrderId(),
        clientOrderId: uuidFromWire(request.clientOrderId),
        contractCode: request.contractCode,
        side: sideFromWire(request.side),
        orderType: orderTypeFromWire(request.orderType),
        duration: durationFromWire(request.duration),
        quantityLots: request.quantity,
        ...(limitPrice === undefined ? {} : { limitPrice }),
        ...(stopPrice === undefined ? {} : { stopPrice }),
        ...(expirationDate === undefined ? {} : { expirationDate }),
      });
      return placed(step, limitPrice);
    },
    async modify(accountId, request) {
      const { quantity, limitPrice, stopPrice, duration, expirationDate } = request;
      // No order that this engine takes has a stop price.
      if (stopPrice !== undefined) throw replyError('BadRequest', { field: 'stopPrice' });
      const name = orderName(accountId, request);
      const step = await submit({
        kind: 'modifyOrder',
        ...name,
        ...(quantity === undefined ? {} : { quantityLots: quantity }),
        ...(limitPrice === undefined ? {} : { limitPrice }),
        ...(duration === undefined ? {} : { duration: durationFromWire(duration) }),
        ...(expirationDate === undefined ? {} : { expirationDate }),
      });
      return changed(step, name, 'OrderModifyNotAllowed', limitPrice);
    },
    async cancel(accountId, request) {
      const name = orderName(accountId, request);
      const step = await submit({ kind: 'cancelOrder', ...name });
      return changed(step, name, 'OrderCancelNotAllowed', undefined);
    },
    async liquidate(accountId, { contractCode, clientOrderId }) {
      const step = await submit({
        kind: 'liquidateContract',
        accountId,
        orderId: newOrderId(),
        clientOrderId: uuidFromWire(clientOrderId),
        contractCode,
      });
      return placed(step, undefined);
    },
  };
}

/** 96 random bits: nobody guesses an order. */
function newOrderId(): string {
  return randomBytes(12).toString('base64url');
}

function orderName(accountId: string, request: CancelOrderRequest): OrderName {
  const { orderId, clientOrderId } = request;
  return {
    accountId,
    ...(orderId === undefined ? {} : { orderId }),
    ...(clientOrderId === undefined ? {} : { clientOrderId: uuidFromWire(clientOrderId) }),
  };
}

/** The price that was typed belongs to the facts of a wrong tick, and only the request has it. */
function refused(refusal: Refusal, grid: PriceGrid | undefined, limitPrice: string | undefined): ReplyError {
  const facts: Facts = factsToWire(refusal.facts, grid);
  if (refusal.code === 'WrongTick' && limitPrice !== undefined) facts.price = limitPrice;
  return new ReplyError(refusal.code, facts);
}
