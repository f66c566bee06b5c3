/**
 * The interface of a contract's book: requests, reports and views. Both books implement it: the fast one
 * (order-book.ts) that trades and the slow one (naive-book.ts) that checks it. A book decides and reports; it handles
 * no money, clock or messages. Prices are signed ticks (zero and below are valid), quantities whole lots.
 */
import type { DailyLimits } from '#instruments/daily-limit.ts';
import type { VenueOrder } from '#orders/venue-messages.ts';
import type { Duration, RowReason, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

export interface BookRules {
  /**
   * Protection collar of a market order, in basis points of the best opposite price (docs/rules/orders.md#collar: 2 % =
   * 200).
   */
  readonly collarBasisPoints: number;
  /** The collar is never narrower than this many ticks (docs/rules/orders.md#collar: 10). */
  readonly collarMinimumTicks: Ticks;
}

/** New terms of a resting order or a waiting stop. Quantity is the total, filled lots included (FIX OrderQty). */
export interface ModifyRequest {
  readonly orderId: string;
  readonly quantityLots: Lots;
  /** Absent: unchanged. Resting orders are limit orders, so a price can't be removed; a STOP has none. */
  readonly limitPriceTicks?: Ticks;
  /** Absent: unchanged. Only a waiting stop has one. */
  readonly stopPriceTicks?: Ticks;
  readonly duration: Duration;
  readonly expirationDate?: string;
}

/**
 * A market maker's order, stated as the wanted state of the book: added, replaced or, at 0 lots, removed. Unlike a
 * modify, `lots` is the open quantity, so a maker refills without knowing what was filled. Priority and matching are
 * those of any order; only success is not reported (trades are). When the market moves up, requote the sell side first
 * (down: the buy side), or the new bid matches the old offer.
 */
export interface Quote {
  readonly orderId: string;
  readonly ownerId: string;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** Why a modify is refused. InvalidOrder: a limit price for a STOP, which has none. */
export type ModifyFault = 'UnknownOrder' | 'StopNotWaiting' | 'InvalidOrder';

/**
 * Receives a book's reports, in order. Arguments are positional, against the house style, because a record for each of
 * a million operations a second would be garbage. A listener must not call the book.
 */
export interface BookListener {
  accepted(orderId: string): void;
  /** OutsideDailyLimit: an order accepted before the limits changed. */
  rejected(orderId: string, reason: 'DuplicateOrder' | 'OutsideDailyLimit'): void;
  /** A trade at this price fired a waiting stop. Reported before the trades of the order itself. */
  triggered(orderId: string, priceTicks: Ticks): void;
  traded(aggressorOrderId: string, restingOrderId: string, aggressorSide: Side, priceTicks: Ticks, lots: Lots): void;
  /** The rest of the order is cancelled; its fills remain. */
  cancelled(orderId: string, reason: RowReason): void;
  expired(orderId: string, reason: RowReason): void;
  /**
   * Reported before trades at the new terms. The limit price is absent for a STOP, the stop price once it has fired.
   */
  modified(
    orderId: string,
    quantityLots: Lots,
    limitPriceTicks: Ticks | undefined,
    stopPriceTicks: Ticks | undefined,
    duration: Duration,
    expirationDate: string | undefined,
  ): void;
  modifyRejected(orderId: string, reason: ModifyFault): void;
  cancelRejected(orderId: string, reason: 'UnknownOrder'): void;
}

export interface BookDepthLevel {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly orders: number;
}

/** Best price first on both sides. */
export interface Depth {
  readonly bids: readonly BookDepthLevel[];
  readonly asks: readonly BookDepthLevel[];
}

export interface OpenOrder {
  readonly orderId: string;
  readonly ownerId: string;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly leavesLots: Lots;
  readonly filledLots: Lots;
  readonly duration: Duration;
  readonly expirationDate?: string;
}

/** A stop that has not fired: it is in no level and not in the depth. */
export interface WaitingStop {
  readonly orderId: string;
  readonly ownerId: string;
  readonly side: Side;
  readonly stopPriceTicks: Ticks;
  /** Of a STOP_LIMIT; absent for a STOP. */
  readonly limitPriceTicks?: Ticks;
  readonly quantityLots: Lots;
  readonly duration: Duration;
  readonly expirationDate?: string;
}

/** Read access to a book, sufficient for an audit. */
export interface BookView {
  depth(levels: number): Depth;
  /** Every resting order, bids before asks, each side in matching order. */
  openOrders(): OpenOrder[];
  /** Every waiting stop in firing order: buys from the lowest stop price, then sells from the highest. */
  waitingStops(): WaitingStop[];
  /** Number of resting orders, without waiting stops. */
  readonly orderCount: number;
  readonly stopCount: number;
  readonly bestBidTicks: Ticks | null;
  readonly bestAskTicks: Ticks | null;
  readonly lastPriceTicks: Ticks | null;
  readonly lastLots: Lots;
  /** Lots traded since the last end of a trade date, each trade counted once. */
  readonly volumeLots: Lots;
}

export interface Book extends BookView {
  submit(order: VenueOrder): void;
  modify(terms: ModifyRequest): void;
  cancel(orderId: string): void;
  quote(quote: Quote): void;
  /**
   * Sets the limits within which market orders trade. Orders that could only trade beyond them are cancelled (buys
   * limited above, sells below). The exchange checks that arriving prices are within them.
   */
  setDailyLimits(limits: DailyLimits | null): void;
  /** Ends the session of `tradeDate` (YYYY-MM-DD): DAY and due GTD orders expire, volume restarts at 0. */
  endTradeDate(tradeDate: string): void;
  /** Ends the contract: every resting order and waiting stop expires. */
  endContract(): void;
  /** A resting order or waiting stop in constant time; null for an unknown id. */
  orderNamed(orderId: string): OpenOrder | WaitingStop | null;
}

/**
 * Whether an order could only trade beyond the limits: a buy limited above the day's highest price, or a sell below its
 * lowest.
 */
export function isBeyond(limits: DailyLimits, side: Side, limitPriceTicks: Ticks): boolean {
  return side === 'BUY' ? limitPriceTicks > limits.highestTicks : limitPriceTicks < limits.lowestTicks;
}

/** How far from the best opposite price a market order may trade, bound included, in whole ticks, rounded down. */
export function collarDistanceTicks(bestPriceTicks: Ticks, rules: BookRules): Ticks {
  const share = Math.floor((Math.abs(bestPriceTicks) * rules.collarBasisPoints) / 10_000);
  return Math.max(share, rules.collarMinimumTicks);
}
