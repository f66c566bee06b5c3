/** Converts orders and fills to wire form, from a record of the engine or of a read table, which are alike. */
import type { Fill } from '@mua/contract/entities/fill';
import type { Order, OrderGroup, PendingModify } from '@mua/contract/entities/order';
import type { Rejection, RowReasonReply } from '@mua/contract/errors';
import { durationToWire, orderTypeToWire, sideToWire } from '@mua/contract/wire';
import {
  type Order as EngineOrder,
  type EngineState,
  marketOf,
  type OrderFill,
  type OrderTerms,
} from '@mua/core/engine';
import {
  averagePriceText,
  FINAL_STATUSES,
  type PriceGrid,
  priceToText,
  type Refusal,
  type Vnd,
} from '@mua/core/values';
import { factsToWire, idText, instantOrNull, instantText, priceOrNull } from '#wire/wire-text.ts';

/** Older records lack these. */
type LaterField =
  | 'isHeldByUs'
  | 'isReduceOnly'
  | 'triggeredMs'
  | 'conditionalOrderId'
  | 'exitOrderId'
  | 'reasonPercent'
  | 'cancelWish';

/** The fields of an order that the wire needs. Dong of a stored refusal are text, as on the wire. */
export type OrderRecord = Omit<EngineOrder, 'seenExecIds' | 'feeVnd' | 'changedSeq' | LaterField> &
  Partial<Pick<EngineOrder, LaterField>>;

/** A fill from the engine or from the read table. */
export type FillRecord = Omit<OrderFill, 'feeVnd'> & { readonly feeVnd: Vnd | string };

export type Grids = (contractCode: string) => PriceGrid;

/** Contracts and spreads are never unlisted, so every record's contract is known. */
export function gridsOf(state: EngineState): Grids {
  return (contractCode) => {
    const listed = marketOf(state, contractCode);
    if (!listed) throw new Error(`a record of an unlisted contract or spread: ${contractCode}`);
    return listed.commodity.grid;
  };
}

export function orderToWire(order: OrderRecord, seq: number, grid: PriceGrid): Order {
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    contractCode: order.contractCode,
    ...sideToWire(order.side),
    ...orderTypeToWire(order.orderType),
    ...durationToWire(order.duration),
    quantity: order.quantityLots,
    limitPrice: priceOrNull(order.limitPriceTicks, grid),
    stopPrice: priceOrNull(order.stopPriceTicks, grid),
    expirationDate: order.expirationDate,
    status: order.status,
    dateTime: instantText(order.receivedMs),
    dateClosed: instantOrNull(order.closedMs),
    sessionDate: order.sessionDate,
    filledQuantity: order.filledLots,
    averagePrice:
      order.filledLots === 0 ? null : averagePriceText(BigInt(order.filledNotional), order.filledLots, grid),
    heldAt: holderOf(order),
    rejection: order.refusal && rejectionToWire(order.refusal, grid),
    reason: reasonToWire(order),
    pendingModify: order.pendingTerms && termsToWire(order.pendingTerms, grid),
    isCancelRequested: (order.cancelWish ?? null) !== null,
    isForceSell: order.isForceSell,
    isReduceOnly: order.isReduceOnly ?? false,
    triggeredAt: instantOrNull(order.triggeredMs ?? null),
    conditionalOrderId: order.conditionalOrderId ?? null,
    exitOrderId: order.exitOrderId ?? null,
    group: order.group ? groupToWire(order.group) : null,
    seq,
  };
}

function groupToWire({ groupId, kind, size, place }: NonNullable<OrderRecord['group']>): OrderGroup {
  return { groupId, kind, size, place };
}

/** An order in transit rests nowhere. */
function holderOf({ status, isHeldByUs }: OrderRecord): Order['heldAt'] {
  if (FINAL_STATUSES.has(status) || status === 'IN_TRANSIT') return null;
  if (isHeldByUs) return 'BROKER';
  return ['NEW', 'NOT_SENT', 'PENDING', 'ACTIVEAT'].includes(status) ? 'BROKER' : 'EXCHANGE';
}

export function rejectionToWire(refusal: Refusal, grid: PriceGrid | undefined): Rejection {
  return { code: refusal.code, facts: factsToWire(refusal.facts, grid) };
}

/** The owner's own cancel needs no reason. */
export function reasonToWire(
  order: Pick<OrderRecord, 'reason' | 'exchangeReason' | 'expirationDate' | 'reasonPercent'>,
): RowReasonReply | null {
  const { reason } = order;
  if (reason === null || reason === 'UserRequest') return null;
  if (reason === 'ExchangeRejected') {
    return {
      code: reason,
      facts: order.exchangeReason === null ? {} : { reason: order.exchangeReason.slice(0, 1000) },
    };
  }
  if (reason === 'ExchangeCancelled')
    return { code: reason, facts: { reason: order.exchangeReason?.slice(0, 1000) ?? '–' } };
  if (reason === 'DateReached' && order.expirationDate !== null) {
    return { code: reason, facts: { date: order.expirationDate } };
  }
  if (reason === 'MarginLevel' && typeof order.reasonPercent === 'number') {
    return { code: reason, facts: { level: String(order.reasonPercent) } };
  }
  return { code: reason, facts: {} };
}

function termsToWire(terms: OrderTerms, grid: PriceGrid): PendingModify {
  return {
    quantity: terms.quantityLots,
    limitPrice: priceOrNull(terms.limitPriceTicks, grid),
    stopPrice: priceOrNull(terms.stopPriceTicks, grid),
    ...durationToWire(terms.duration),
    expirationDate: terms.expirationDate,
  };
}

export function fillToWire(fill: FillRecord, seq: number, grid: PriceGrid): Fill {
  return {
    fillId: idText(fill.execId),
    orderId: fill.orderId,
    accountId: fill.accountId,
    contractCode: fill.contractCode,
    ...(fill.spreadCode === undefined ? {} : { spreadCode: fill.spreadCode }),
    ...sideToWire(fill.side),
    price: priceToText(fill.priceTicks, grid),
    lots: fill.lots,
    fee: String(fill.feeVnd),
    time: instantText(fill.timeMs),
    seq,
  };
}
