/** The order record: what the investor asked for, what became of it, and what is still unanswered. */

import type { VenueOrder, VenueRequest } from '#orders/venue-messages.ts';
import type { Refusal } from '#values/refusals.ts';
import type { Duration, OrderStatus, OrderType, RowReason, Side } from '#values/trading-words.ts';
import { FINAL_STATUSES } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/** The terms a modify may change. */
export interface OrderTerms {
  quantityLots: Lots;
  limitPriceTicks: Ticks | null;
  /** The trigger of a stop; stays as it was when it has fired. */
  stopPriceTicks: Ticks | null;
  duration: Duration;
  expirationDate: string | null;
}

/** Something asked of the exchange that it has not answered yet. */
export interface OpenRequest {
  /** `<seq>-<n>` of the step that asked: the same after every replay, and the answer carries it back. */
  readonly requestId: string;
  readonly kind: VenueRequest['kind'];
}

export interface Order extends OrderTerms {
  readonly orderId: string;
  /** The sender's own; null for an order that the broker or a conditional order made. */
  readonly clientOrderId: string | null;
  readonly accountId: string;
  readonly investorId: string;
  readonly contractCode: string;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Liquidation by the investor, the broker or the margin levels. */
  readonly isForceSell: boolean;
  /** Never more than the opposite position: cut down or cancelled when that shrinks. */
  readonly isReduceOnly: boolean;
  /** The exit pair that its fills arm. */
  exitOrderId: string | null;
  /** The conditional order that sent it. */
  readonly conditionalOrderId: string | null;
  readonly receivedSeq: number;
  readonly receivedMs: number;
  /** Trade date on which it was received. */
  readonly sessionDate: string;
  /** The trade date with which it ends while its time in force is DAY: that of receipt, or of becoming a day order. */
  dayDate: string;
  status: OrderStatus;
  /** A stop waits with us where the exchange takes none; false once it has fired. */
  isHeldByUs: boolean;
  /** When its stop fired: from then on it is a market or a limit order. */
  triggeredMs: number | null;
  /** Accepted, but not sent before the cancels that go ahead of it are answered. */
  awaitsCancels: boolean;
  /** What a refused cancel or modify returns to (docs/rules/orders.md#statuses). */
  statusBefore: OrderStatus | null;
  pendingTerms: OrderTerms | null;
  filledLots: Lots;
  /** Sum of price x lots over the fills, in tick-lots: the average price is this over `filledLots`. */
  filledNotional: number;
  /** Filled before the exchange last took the order: it counts the rest only (it may have restarted). */
  routedFilledLots: Lots;
  feeVnd: Vnd;
  changedSeq: number;
  closedMs: number | null;
  /** Why it was refused before it reached the exchange. */
  refusal: Refusal | null;
  /** Why it ended without the investor asking. */
  reason: RowReason | null;
  /** Why the broker asked the exchange to cancel it; null when its owner did. */
  cancelReason: RowReason | null;
  /** The level that the reason names, in percent: of margin, when a margin level cancelled it. */
  reasonPercent: number | null;
  /** When the exchange last refused to cancel it. */
  cancelRefusedMs: number | null;
  /**
   * A cancel that came while nobody knew how the order stands, on its way to the exchange or asked about: asked for as
   * soon as that is known, for this reason.
   */
  cancelWish: RowReason | null;
  /** Oldest first. While a submit is among them the exchange has said nothing of the order: it may not be there. */
  openRequests: readonly OpenRequest[];
  /** The exchange's epoch in which it was last handed over: an exchange of another epoch does not have it. */
  routedEpoch: string | null;
  /** When an answer to what was asked last is due; null where nothing is asked, or nothing is due. */
  answerDueMs: number | null;
  /** Execution ids already booked: an exchange may say things twice. */
  readonly seenExecIds: string[];
  /** The exchange's own words for a reject. */
  exchangeReason: string | null;
}

/** The one way terms change. An order that becomes a day order is good for the trade date on which it does. */
export function applyTerms(order: Order, terms: OrderTerms, tradeDate: string): void {
  if (terms.duration === 'DAY' && order.duration !== 'DAY') order.dayDate = tradeDate;
  order.quantityLots = Math.max(terms.quantityLots, order.filledLots);
  order.limitPriceTicks = terms.limitPriceTicks;
  order.stopPriceTicks = terms.stopPriceTicks;
  order.duration = terms.duration;
  order.expirationDate = terms.expirationDate;
}

export function isFinal(order: Order): boolean {
  return FINAL_STATUSES.has(order.status);
}

/** Taken in and not over: it stands among its account's orders. */
export function isLive(order: Order): boolean {
  return order.status !== 'NEW' && !isFinal(order);
}

/** Lots that may still be filled; 0 when final. */
export function leavesLots(order: Order): Lots {
  return isFinal(order) ? 0 : Math.max(0, order.quantityLots - order.filledLots);
}

/** Lots that margin must cover: an unanswered increase counts at once, an unanswered decrease not yet. */
export function marginableLots(order: Order): Lots {
  if (isFinal(order)) return 0;
  const quantity = Math.max(order.quantityLots, order.pendingTerms?.quantityLots ?? 0);
  return Math.max(0, quantity - order.filledLots);
}

const NOT_AT_EXCHANGE: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['NEW', 'NOT_SENT', 'PENDING', 'ACTIVEAT']);

/** True while an exchange knows the order, so that changing it needs the exchange's answer. */
export function isAtExchange(order: Order): boolean {
  return !isFinal(order) && !order.isHeldByUs && !NOT_AT_EXCHANGE.has(order.status);
}

/** A stop that has not fired. */
export function isWaitingStop(order: Order): boolean {
  return order.stopPriceTicks !== null && order.triggeredMs === null && !isFinal(order);
}

/** Never larger than the position that it closes, while it can be changed. */
export function mayOnlyReduce({ isReduceOnly, isForceSell }: Order): boolean {
  return isReduceOnly || isForceSell;
}

/** Gone as soon as the exchange has looked at it: at market, or never left to rest. A stop that waits is not. */
export function neverRests(order: Order): boolean {
  if (isWaitingStop(order)) return false;
  const isAtMarket = order.orderType === 'MARKET' || order.orderType === 'STOP';
  return isAtMarket || order.duration === 'IOC' || order.duration === 'FOK';
}

export function isAsked(order: Order, kind: VenueRequest['kind']): boolean {
  return order.openRequests.some((request) => request.kind === kind);
}

/** The order as the exchange is to see it now: the unfilled rest; a stop that has fired as what it became. */
export function toVenueOrder(order: Order): VenueOrder {
  const { orderType } = order;
  assert(orderType !== 'TRAILING_STOP' && orderType !== 'TPSL', 'conditional orders never reach an exchange');
  const hasFired = order.stopPriceTicks !== null && order.triggeredMs !== null;
  const firedType = orderType === 'STOP' ? 'MARKET' : 'LIMIT';
  const asked: { -readonly [Field in keyof VenueOrder]: VenueOrder[Field] } = {
    orderId: order.orderId,
    contractCode: order.contractCode,
    ownerId: order.investorId,
    side: order.side,
    orderType: hasFired ? firedType : orderType,
    duration: order.duration,
    quantityLots: order.quantityLots - order.filledLots,
  };
  if (order.expirationDate !== null) asked.expirationDate = order.expirationDate;
  if (order.limitPriceTicks !== null) asked.limitPriceTicks = order.limitPriceTicks;
  if (order.stopPriceTicks !== null && !hasFired) asked.stopPriceTicks = order.stopPriceTicks;
  return asked;
}

/**
 * The order as it is now, for whoever is told of it. Field by field, because the runtime copies a record of more than
 * thirty-two fields ten times slower when it is spread, and every step tells of an order.
 */
export function copyOrder(order: Order): Order {
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    investorId: order.investorId,
    contractCode: order.contractCode,
    side: order.side,
    orderType: order.orderType,
    stopPriceTicks: order.stopPriceTicks,
    isForceSell: order.isForceSell,
    receivedSeq: order.receivedSeq,
    receivedMs: order.receivedMs,
    sessionDate: order.sessionDate,
    dayDate: order.dayDate,
    quantityLots: order.quantityLots,
    limitPriceTicks: order.limitPriceTicks,
    duration: order.duration,
    expirationDate: order.expirationDate,
    status: order.status,
    statusBefore: order.statusBefore,
    pendingTerms: order.pendingTerms,
    filledLots: order.filledLots,
    filledNotional: order.filledNotional,
    routedFilledLots: order.routedFilledLots,
    feeVnd: order.feeVnd,
    changedSeq: order.changedSeq,
    closedMs: order.closedMs,
    refusal: order.refusal,
    reason: order.reason,
    seenExecIds: order.seenExecIds,
    exchangeReason: order.exchangeReason,
    isReduceOnly: order.isReduceOnly,
    exitOrderId: order.exitOrderId,
    conditionalOrderId: order.conditionalOrderId,
    isHeldByUs: order.isHeldByUs,
    triggeredMs: order.triggeredMs,
    awaitsCancels: order.awaitsCancels,
    cancelReason: order.cancelReason,
    reasonPercent: order.reasonPercent,
    cancelRefusedMs: order.cancelRefusedMs,
    cancelWish: order.cancelWish,
    openRequests: order.openRequests,
    routedEpoch: order.routedEpoch,
    answerDueMs: order.answerDueMs,
  };
}
