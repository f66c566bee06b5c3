/**
 * What the broker tells an exchange and what an exchange answers: the two closed lists of the venue port.
 * The order book (core/matching), the simulated and recorded venues and a later FIX session all speak them.
 * Prices are signed ticks, quantities whole lots, times the venue's milliseconds.
 */
import type { Duration, RowReason, Side } from '#values/trading-words';

/** An order as an exchange sees it: no account, only the owner that self-trade prevention must know. */
export interface VenueOrder {
  readonly orderId: string;
  readonly contractCode: string;
  /** The investor behind the order; orders of one owner never trade with each other. */
  readonly ownerId: string;
  readonly side: Side;
  readonly orderType: 'MARKET' | 'LIMIT';
  readonly duration: Duration;
  /** Last trade date of a GTD order, `YYYY-MM-DD`. */
  readonly expirationDate?: string;
  /** Lots still to be filled. After an exchange restart the broker routes the unfilled rest under the same id. */
  readonly quantityLots: number;
  /** Present for LIMIT, absent for MARKET. */
  readonly limitPriceTicks?: number;
}

export type VenueRequest =
  | { readonly kind: 'submit'; readonly order: VenueOrder }
  | {
      readonly kind: 'modify';
      readonly orderId: string;
      readonly contractCode: string;
      /** Total quantity as this exchange counts it: what it filled of the order is included (FIX OrderQty). */
      readonly quantityLots: number;
      readonly limitPriceTicks?: number;
      readonly duration: Duration;
      readonly expirationDate?: string;
    }
  | { readonly kind: 'cancel'; readonly orderId: string; readonly contractCode: string };

export type VenueReport = {
  /** Unique for ever, over restarts too: `<venue epoch>-<counter>`. The engine drops doubles by it. */
  readonly execId: string;
  readonly orderId: string;
  readonly contractCode: string;
} & (
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | {
      readonly kind: 'filled';
      /** One id for both sides of a trade. */
      readonly tradeId: string;
      readonly priceTicks: number;
      readonly lots: number;
    }
  | { readonly kind: 'cancelled'; readonly reason: RowReason }
  | { readonly kind: 'expired'; readonly reason: RowReason }
  /** The modify took effect; quantity counts as in the request. At or below the filled quantity the order is done. */
  | {
      readonly kind: 'modified';
      readonly quantityLots: number;
      readonly limitPriceTicks?: number;
      readonly duration: Duration;
      readonly expirationDate?: string;
    }
  | { readonly kind: 'modifyRejected'; readonly reason: string }
  | { readonly kind: 'cancelRejected'; readonly reason: string }
);
