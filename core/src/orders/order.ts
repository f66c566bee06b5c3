/** The order record: the investor's request, its outcome, and requests still unanswered. */

import type { OrderGroup } from '#orders/order-group.ts';
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
  /** The trigger of a stop; kept after it has fired. */
  stopPriceTicks: Ticks | null;
  duration: Duration;
  expirationDate: string | null;
}

/** That the exchange refused to make an order smaller. */
export interface ShrinkRefusal {
  readonly reason: string;
  readonly refusedMs: number;
}

/** A request to the exchange that is not answered yet. */
export interface OpenRequest {
  /** `<seq>-<n>` of the step that asked: the same after every replay; the answer carries it back. */
  readonly requestId: string;
  readonly kind: VenueRequest['kind'];
}

export interface Order extends OrderTerms {
  readonly orderId: string;
  /** The sender's id; null for an order that the broker or a conditional order made. */
  readonly clientOrderId: string | null;
  readonly accountId: string;
  readonly investorId: string;
  readonly contractCode: string;
  readonly side: Side;
  readonly orderType: OrderType;
  /** A liquidation, by the investor, the broker or the margin levels. */
  readonly isForceSell: boolean;
  /** Never more than the opposite position: reduced or cancelled with it. */
  readonly isReduceOnly: boolean;
  /** The exit pair that its fills arm. */
  exitOrderId: string | null;
  /** The conditional order that sent it. */
  readonly conditionalOrderId: string | null;
  readonly receivedSeq: number;
  readonly receivedMs: number;
  /** Trade date of receipt. */
  readonly sessionDate: string;
  /** The trade date on which it ends while its time in force is DAY: that of receipt, or of becoming a day order. */
  dayDate: string;
  status: OrderStatus;
  /** A stop is held by the broker if the exchange takes none; false once it has fired. */
  isHeldByUs: boolean;
  /** When its stop fired: since then it is a market or limit order. */
  triggeredMs: number | null;
  /** Accepted, but not sent until earlier cancels are answered. */
  awaitsCancels: boolean;
  /** The status to return to after a refused cancel or modify (docs/rules/orders.md#statuses). */
  statusBefore: OrderStatus | null;
  pendingTerms: OrderTerms | null;
  filledLots: Lots;
  /** Sum of price x lots over the fills, in tick-lots: divided by `filledLots` it is the average price. */
  filledNotional: number;
  /** Lots filled before the order was last handed to the exchange, which counts only the rest (after a restart). */
  routedFilledLots: Lots;
  feeVnd: Vnd;
  changedSeq: number;
  closedMs: number | null;
  /** Why the broker refused it. */
  refusal: Refusal | null;
  /** Why it ended other than by the investor. */
  reason: RowReason | null;
  /** Why the broker requested its cancel; null if its owner did. */
  cancelReason: RowReason | null;
  /** The margin level in percent, if a margin level cancelled it. */
  reasonPercent: number | null;
  /** When the exchange last refused to cancel it. */
  cancelRefusedMs: number | null;
  /**
   * Reason of a cancel received while the order's state was unknown, in transit or in question: sent as soon as it is
   * known.
   */
  cancelWish: RowReason | null;
  /** Oldest first. While a submit is among them the exchange has reported nothing and may not have the order. */
  openRequests: readonly OpenRequest[];
  /** The exchange's epoch in which it was last sent: the exchange of another epoch does not have it. */
  routedEpoch: string | null;
  /** When the answer to the last request is due; null if no request is open or no answer is due. */
  answerDueMs: number | null;
  /** Execution ids already booked, because an exchange may repeat reports. */
  readonly seenExecIds: string[];
  /** The exchange's text of a reject. */
  exchangeReason: string | null;
  /** Absent for an order that was placed alone: journals and snapshots from before have none. */
  group?: OrderGroup;
  /** Of a change of the quantity alone, until the exchange has taken a change. Absent as in journals from before. */
  shrinkRefusal?: ShrinkRefusal;
}

/** The one way to change terms. An order that becomes a day order is good for the trade date of the change. */
export function applyTerms(order: Order, terms: OrderTerms, tradeDate: string): void {
  if (terms.duration === 'DAY' && order.duration !== 'DAY') order.dayDate = tradeDate;
  order.quantityLots = Math.max(terms.quantityLots, order.filledLots);
  order.limitPriceTicks = terms.limitPriceTicks;
  order.stopPriceTicks = terms.stopPriceTicks;
  order.duration = terms.duration;
  order.expirationDate = terms.expirationDate;
}

/** Whether the terms lower the quantity and leave everything else. */
export function isShrink(order: OrderTerms, terms: OrderTerms): boolean {
  return (
    terms.quantityLots < order.quantityLots &&
    terms.limitPriceTicks === order.limitPriceTicks &&
    terms.stopPriceTicks === order.stopPriceTicks &&
    terms.duration === order.duration &&
    terms.expirationDate === order.expirationDate
  );
}

export function isFinal(order: Order): boolean {
  return FINAL_STATUSES.has(order.status);
}

/** Accepted and not ended: it is among its account's live orders. */
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

/** Whether the exchange knows the order, so that changes need its answer. */
export function isAtExchange(order: Order): boolean {
  return !isFinal(order) && !order.isHeldByUs && !NOT_AT_EXCHANGE.has(order.status);
}

/** Whether it is a stop that has not fired. */
export function isWaitingStop(order: Order): boolean {
  return order.stopPriceTicks !== null && order.triggeredMs === null && !isFinal(order);
}

/** Whether it may only reduce the position that it closes. */
export function mayOnlyReduce({ isReduceOnly, isForceSell }: Order): boolean {
  return isReduceOnly || isForceSell;
}

/**
 * Whether the exchange fills or cancels it at once: a market order, or one that may not rest. A waiting stop is not.
 */
export function neverRests(order: Order): boolean {
  if (isWaitingStop(order)) return false;
  const isAtMarket = order.orderType === 'MARKET' || order.orderType === 'STOP';
  return isAtMarket || order.duration === 'IOC' || order.duration === 'FOK';
}

export function isAsked(order: Order, kind: VenueRequest['kind']): boolean {
  return order.openRequests.some((request) => request.kind === kind);
}

/**
 * The order to send to the exchange: the unfilled rest; a fired stop as the order it became. `avoidsOwnerId`: whom its
 * sub-account copies.
 */
export function toVenueOrder(order: Order, avoidsOwnerId?: string): VenueOrder {
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
  if (avoidsOwnerId !== undefined) asked.avoidsOwnerId = avoidsOwnerId;
  if (order.expirationDate !== null) asked.expirationDate = order.expirationDate;
  if (order.limitPriceTicks !== null) asked.limitPriceTicks = order.limitPriceTicks;
  if (order.stopPriceTicks !== null && !hasFired) asked.stopPriceTicks = order.stopPriceTicks;
  return asked;
}

/**
 * A copy of the order for events. Copied field by field, because the runtime spreads records of more than thirty-two
 * fields ten times slower, and every step emits orders.
 */
export function copyOrder(order: Order): Order {
  const copy: Order = {
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
  if (order.group) copy.group = order.group;
  if (order.shrinkRefusal) copy.shrinkRefusal = order.shrinkRefusal;
  return copy;
}
