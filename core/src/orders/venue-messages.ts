/**
 * The messages between broker and exchange: the two closed lists of the venue port. The order book (core/matching), the
 * simulated and recorded venues and a later FIX session use them. Prices are signed ticks, quantities whole lots, times
 * the venue's milliseconds. A request has an id made from the step that asked (`<seq>-<n>`), which its answer carries
 * back.
 */
import type { LegPrices } from '#instruments/leg-prices.ts';
import type { Duration, ExchangeOrderType, RowReason, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** An order as an exchange sees it: no account, only the owner, for self-trade prevention. */
export interface VenueOrder {
  readonly orderId: string;
  readonly contractCode: string;
  /** The investor behind the order; orders of one owner never trade with each other. */
  readonly ownerId: string;
  /** Another investor whom an order that never rests does not trade with: whom a follower copies. */
  readonly avoidsOwnerId?: string;
  readonly side: Side;
  /** A STOP waits, then becomes a market order; a STOP_LIMIT waits, then becomes a limit order of its duration. */
  readonly orderType: ExchangeOrderType;
  /** Never IOC or FOK for a stop: it waits. */
  readonly duration: Duration;
  /** Last trade date of a GTD order, `YYYY-MM-DD`. */
  readonly expirationDate?: string;
  /** Lots still to be filled. After an exchange restart the broker routes the unfilled rest under the same id. */
  readonly quantityLots: Lots;
  /** Present for LIMIT and STOP_LIMIT only. */
  readonly limitPriceTicks?: Ticks;
  /** Present for STOP and STOP_LIMIT only. A buy fires when the last trade is at it or above, a sell at it or below. */
  readonly stopPriceTicks?: Ticks;
}

export type VenueRequest = { readonly requestId?: string } & (
  | { readonly kind: 'submit'; readonly order: VenueOrder }
  | {
      readonly kind: 'modify';
      readonly orderId: string;
      readonly contractCode: string;
      /** Total quantity as this exchange counts it: what it filled of the order is included (FIX OrderQty). */
      readonly quantityLots: Lots;
      /** Absent: the price stays. Refused for a waiting STOP, which has none. */
      readonly limitPriceTicks?: Ticks;
      /** Absent: the price stays. Refused (StopNotWaiting) once the stop was triggered, and for what never was one. */
      readonly stopPriceTicks?: Ticks;
      readonly duration: Duration;
      readonly expirationDate?: string;
    }
  | { readonly kind: 'cancel'; readonly orderId: string; readonly contractCode: string }
  /** Asks for the order's state after an overdue answer. Answered by `orderStatus`. */
  | { readonly kind: 'status'; readonly orderId: string; readonly contractCode: string }
);

/** The exchange's view of an order: filled and open lots of what it was handed, and the terms. */
export interface VenueOrderView {
  readonly orderId: string;
  /** Filled since the order was last handed to this exchange; fills under an earlier submit are not included. */
  readonly filledLots: Lots;
  readonly leavesLots: Lots;
  readonly limitPriceTicks?: Ticks;
  /** Present while the stop waits. */
  readonly stopPriceTicks?: Ticks;
  readonly duration: Duration;
  readonly expirationDate?: string;
}

export type VenueReport = {
  /** Unique for ever, over restarts too: `<venue epoch>-<counter>`. The engine drops duplicates by it. */
  readonly execId: string;
  readonly orderId: string;
  readonly contractCode: string;
  /** The request that this answers; absent in unsolicited reports, or if the exchange does not say. */
  readonly requestId?: string;
} /** Taken, before anything that it meets. A stop waits from now on, and is working like any other order. */ & (
  | { readonly kind: 'accepted' }
  /** May also follow `accepted` (FIX 4.4, "New to Rejected"): a new daily limit has made the order impossible. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /**
   * A trade at `priceTicks` fired the stop: from now on a STOP is a market order, a STOP_LIMIT a limit order at its
   * limit price. Precedes the fills that follow.
   */
  | { readonly kind: 'triggered'; readonly priceTicks: Ticks }
  | {
      readonly kind: 'filled';
      /** One id for both sides of a trade. */
      readonly tradeId: string;
      readonly priceTicks: Ticks;
      readonly lots: Lots;
      /** Of a spread, and of nothing else: what was traded in both legs, at prices whose difference is its price. */
      readonly legs?: LegPrices;
    }
  /** `text` is the exchange's, if it cancelled the order by itself. */
  | { readonly kind: 'cancelled'; readonly reason: RowReason; readonly text?: string }
  | { readonly kind: 'expired'; readonly reason: RowReason }
  /**
   * The modify took effect, or the exchange changed the order by itself (FIX 4.4, "Restated"); quantity counts as in
   * the request. At or below the filled quantity the order is done.
   */
  | {
      readonly kind: 'modified';
      readonly quantityLots: Lots;
      /** Absent for a waiting STOP. */
      readonly limitPriceTicks?: Ticks;
      /** Present while the stop waits. */
      readonly stopPriceTicks?: Ticks;
      readonly duration: Duration;
      readonly expirationDate?: string;
    }
  | { readonly kind: 'modifyRejected'; readonly reason: string }
  | { readonly kind: 'cancelRejected'; readonly reason: string }
  /** The exchange's view of the order; null: it does not have it. */
  | { readonly kind: 'orderStatus'; readonly order: VenueOrderView | null }
);
