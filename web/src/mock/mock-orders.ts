/** Stores the orders of the mock: each as it was sent, working until it is cancelled. Nothing ever fills. */
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import type { CancelOrderRequest, ModifyOrderRequest, OrderReply, PlaceOrderRequest } from '@mua/contract/http/orders';
import {
  durationFromWire,
  durationToWire,
  orderTypeFromWire,
  orderTypeToWire,
  sideFromWire,
  sideToWire,
} from '@mua/contract/wire';
import { tradeDateAt } from '@mua/core/values';
import { sampleOrder } from '#mock/sample-records.ts';

let orders: readonly OrderHistory[] = [];
let seq = 0;

export function mockOrders(): OrderHistory[] {
  return [...orders];
}

export function placeMockOrder(sent: PlaceOrderRequest, nowMs: number): OrderReply {
  seq += 1;
  const { clientOrderId, contractCode, quantity, limitPrice, stopPrice, expirationDate } = sent;
  const order = sampleOrder({
    ...{ orderId: `mock-${seq}`, clientOrderId, contractCode, quantity, seq },
    ...sideToWire(sideFromWire(sent.side)),
    ...orderTypeToWire(orderTypeFromWire(sent.orderType)),
    ...durationToWire(durationFromWire(sent.duration)),
    ...{ limitPrice: limitPrice ?? null, stopPrice: stopPrice ?? null, expirationDate: expirationDate ?? null },
    ...{ dateTime: new Date(nowMs).toISOString(), sessionDate: tradeDateAt(nowMs) },
  });
  orders = [order, ...orders];
  return { order, seq };
}

export function modifyMockOrder(sent: ModifyOrderRequest): OrderReply {
  const { quantity, limitPrice, stopPrice, duration, expirationDate } = sent;
  return change(sent, {
    ...(quantity === undefined ? {} : { quantity }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(duration === undefined ? {} : durationToWire(durationFromWire(duration))),
    ...(expirationDate === undefined ? {} : { expirationDate }),
  });
}

export function cancelMockOrder(sent: CancelOrderRequest, nowMs: number): OrderReply {
  return change(sent, { status: 'CANCELLED', dateClosed: new Date(nowMs).toISOString(), heldAt: null });
}

function change({ orderId, clientOrderId }: CancelOrderRequest, terms: Partial<Order>): OrderReply {
  const found = orders.find((each) => each.orderId === orderId || each.clientOrderId === clientOrderId);
  if (!found) throw new Error('the mock has no such order');
  seq += 1;
  const order = { ...found, ...terms, seq };
  orders = orders.map((each) => (each.orderId === order.orderId ? order : each));
  return { order, seq };
}
