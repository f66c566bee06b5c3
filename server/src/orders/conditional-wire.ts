/** Converts conditional orders to wire form, from a record of the engine or of the read table, which are alike. */
import type { ConditionalOrder as WireConditional } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import { durationToWire, orderTypeToWire, sideToWire } from '@mua/contract/wire';
import type { ConditionalOrder, Trail } from '@mua/core/engine';
import {
  type ConditionalStatus,
  formatDecimal,
  type OrderStatus,
  type PriceGrid,
  priceToText,
  type Ticks,
} from '@mua/core/values';
import { rejectionToWire } from '#orders/order-wire.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

export type ConditionalRecord = Omit<ConditionalOrder, 'changedSeq'>;

export function conditionalToWire(order: ConditionalRecord, seq: number, grid: PriceGrid): WireConditional {
  const price = (ticks: Ticks | null): string | null => (ticks === null ? null : priceToText(ticks, grid));
  return {
    conditionalOrderId: order.conditionalOrderId,
    clientOrderId: order.clientOrderId,
    parentOrderCode: order.parentOrderId,
    childOrderId: order.childOrderId,
    accountId: order.accountId,
    contractCode: order.contractCode,
    ...sideToWire(order.side),
    ...orderTypeToWire(order.kind),
    ...durationToWire(order.duration),
    expirationDate: order.expirationDate,
    quantity: order.lots,
    armedQuantity: order.armedLots,
    isReduceOnly: order.isReduceOnly,
    state: order.status,
    initialStopPrice: price(order.initialStopTicks),
    currentStopPrice: price(order.currentStopTicks),
    ...trailToWire(order.trail, grid),
    takeProfit: price(order.takeProfitTicks),
    stopLoss: price(order.stopLossTicks),
    takeProfitDistance: price(order.exitDistances?.takeProfitTicks ?? null),
    stopLossDistance: price(order.exitDistances?.stopLossTicks ?? null),
    triggeredAt: instantOrNull(order.triggeredMs),
    triggeredPrice: price(order.triggeredTicks),
    triggeredLeg: order.triggeredLeg,
    rejection: order.refusal && rejectionToWire(order.refusal, grid),
    reason: order.reason === null || order.reason === 'UserRequest' ? null : { code: order.reason, facts: {} },
    createdAt: instantText(order.createdMs),
    updatedAt: instantText(order.updatedMs),
    seq,
  };
}

export function trailToWire(
  trail: Trail | null,
  grid: PriceGrid,
): { readonly trailAmount: string | null; readonly trailPercent: string | null } {
  if (trail === null) return { trailAmount: null, trailPercent: null };
  return trail.kind === 'ticks'
    ? { trailAmount: priceToText(trail.ticks, grid), trailPercent: null }
    : { trailAmount: null, trailPercent: formatDecimal(BigInt(trail.basisPoints), 2) };
}

/** The order status that a conditional order shows among orders: working until it has fired. */
const AS_ORDER: Readonly<Record<ConditionalStatus, OrderStatus>> = {
  PENDING_ACTIVATION: 'WORKING',
  TRIGGERED: 'WORKING',
  ACTIVE: 'FILLED',
  FAILED: 'REJECTED',
  CANCELLED: 'CANCELLED',
};

/** A conditional order as an order, which replies to placed orders contain. */
export function conditionalAsOrder(conditional: WireConditional, sessionDate: string): Order {
  const { state, reason, rejection, ...common } = conditional;
  const isWaiting = state === 'PENDING_ACTIVATION';
  return {
    orderId: common.conditionalOrderId,
    clientOrderId: common.clientOrderId,
    accountId: common.accountId,
    contractCode: common.contractCode,
    side: common.side,
    sideCode: common.sideCode,
    orderType: common.orderType,
    orderTypeCode: common.orderTypeCode,
    duration: common.duration,
    durationCode: common.durationCode,
    quantity: common.quantity,
    limitPrice: common.takeProfit,
    stopPrice: common.currentStopPrice ?? common.stopLoss,
    expirationDate: common.expirationDate,
    status: AS_ORDER[state],
    dateTime: common.createdAt,
    dateClosed: isWaiting ? null : common.updatedAt,
    sessionDate,
    filledQuantity: 0,
    averagePrice: null,
    heldAt: isWaiting ? 'BROKER' : null,
    rejection,
    reason,
    pendingModify: null,
    isCancelRequested: false,
    isForceSell: false,
    isReduceOnly: common.isReduceOnly,
    triggeredAt: common.triggeredAt,
    conditionalOrderId: common.conditionalOrderId,
    exitOrderId: null,
    group: null,
    seq: common.seq,
  };
}
