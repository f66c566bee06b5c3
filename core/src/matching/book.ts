/**
 * What a book of one contract is asked, what it answers and what can be seen of it.
 * Both books speak it: the fast one (order-book.ts) that trades and the slow one (naive-book.ts) that checks it.
 * A book decides and reports; it touches no money, no clock and no messages. Prices are signed ticks
 * (negative and zero are prices like any other), quantities whole lots.
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

/** New terms of a resting order or a waiting stop. Quantity is the total, what is filled included (FIX OrderQty). */
export interface ModifyRequest {
  readonly orderId: string;
  readonly quantityLots: Lots;
  /** Absent: the price stays. What rests is a limit order, so there is no modify to "no price"; a STOP has none. */
  readonly limitPriceTicks?: Ticks;
  /** Absent: the price stays. Only a stop that still waits has one. */
  readonly stopPriceTicks?: Ticks;
  readonly duration: Duration;
  readonly expirationDate?: string;
}

/**
 * A market maker's order, stated as what shall stand in the book now: added, replaced or, at 0 lots, taken away.
 * Unlike a modify, `lots` is what is open, so a maker refills without knowing what was filled.
 * Priority and matching are those of any order; only success is silent (trades are reported as always).
 * When the market moves up, requote the sell side first (down: buy side first), or the new bid meets the old offer.
 */
export interface Quote {
  readonly orderId: string;
  readonly ownerId: string;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

/** Why a modify changes nothing. InvalidOrder: a limit price for a STOP, which has none. */
export type ModifyFault = 'UnknownOrder' | 'StopNotWaiting' | 'InvalidOrder';

/**
 * Where a book reports, in the order in which things happen. Arguments are positional, against the broker rule,
 * because a record for each of some million operations a second would be garbage.
 * A listener must not call the book back.
 */
export interface BookListener {
  accepted(orderId: string): void;
  /** OutsideDailyLimit: of an order that was here before the limits changed. */
  rejected(orderId: string, reason: 'DuplicateOrder' | 'OutsideDailyLimit'): void;
  /** A waiting stop was fired by a trade at this price. Comes before the trades that the order itself causes. */
  triggered(orderId: string, priceTicks: Ticks): void;
  traded(aggressorOrderId: string, restingOrderId: string, aggressorSide: Side, priceTicks: Ticks, lots: Lots): void;
  /** What was left of the order is gone; its fills stand. */
  cancelled(orderId: string, reason: RowReason): void;
  expired(orderId: string, reason: RowReason): void;
  /**
   * Comes before the trades that the new terms cause. The limit price is absent for a STOP, the stop price once it
   * fired.
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

/** A stop that no trade has fired yet: in no level of the book and in no depth. */
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

/** What can be seen of a book; all that an audit needs. */
export interface BookView {
  depth(levels: number): Depth;
  /** Every resting order, bids before asks, each side in the order in which it would be matched. */
  openOrders(): OpenOrder[];
  /** Every waiting stop in firing order: buys from the lowest stop price, then sells from the highest. */
  waitingStops(): WaitingStop[];
  /** Resting orders; waiting stops are not among them. */
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
   * Market orders trade within the limits from now on, and orders that could only trade beyond them go (buys limited
   * above, sells below). That every arriving price is within them is the exchange's to check.
   */
  setDailyLimits(limits: DailyLimits | null): void;
  /** The session of `tradeDate` (YYYY-MM-DD) has closed: DAY and due GTD orders expire, volume starts again at 0. */
  endTradeDate(tradeDate: string): void;
  /** The contract has ended: whatever still rests or waits expires. */
  endContract(): void;
  /** A resting order or a waiting stop, found as fast among many as among few; null for an id that is neither. */
  orderNamed(orderId: string): OpenOrder | WaitingStop | null;
}

/** A buy limited above the day's highest price, or a sell below its lowest: whatever it traded would be beyond. */
export function isBeyond(limits: DailyLimits, side: Side, limitPriceTicks: Ticks): boolean {
  return side === 'BUY' ? limitPriceTicks > limits.highestTicks : limitPriceTicks < limits.lowestTicks;
}

/** How far from the best opposite price a market order may trade, in whole ticks rounded down, bound included. */
export function collarDistanceTicks(bestPriceTicks: Ticks, rules: BookRules): Ticks {
  const share = Math.floor((Math.abs(bestPriceTicks) * rules.collarBasisPoints) / 10_000);
  return Math.max(share, rules.collarMinimumTicks);
}
