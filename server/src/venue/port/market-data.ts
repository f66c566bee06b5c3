/**
 * Market data of an exchange: quotes, depth, prints, sessions and bars. It may be late, have gaps and stand still; nothing
 * of it is journaled but the marks that an account depends on.
 * Prices are signed ticks, quantities lots, times Unix milliseconds.
 */
import type { Commodity, Contract } from '@mua/core/engine';
import type { BarInterval, Lots, SessionState, Side, Ticks } from '@mua/core/values';

export interface QuotedLevel {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

export interface Trade {
  readonly tradeId: string;
  readonly timeMs: number;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly aggressor: Side;
}

/**
 * What changed in one contract since the update before: conflated, so it carries the newest of everything and every
 * trade in between. A field that is absent did not change.
 */
export interface ContractUpdate {
  readonly contractCode: string;
  /** When the venue last looked at this contract, even if nothing changed. */
  readonly timeMs: number;
  /** Best first, at most ten. An empty side is an empty list. */
  readonly bids?: readonly QuotedLevel[];
  readonly asks?: readonly QuotedLevel[];
  /** Oldest first. */
  readonly trades?: readonly Trade[];
  /** Of the running trade date. */
  readonly day?: DayFigures;
  readonly session?: SessionUpdate;
}

export interface SessionUpdate {
  readonly state: SessionState;
  readonly opensAtMs: number | null;
  /** The exchange's own doing, which the broker must follow: a halt, its end, or the end of a recording. */
  readonly unscheduled?: { readonly isHalt: boolean };
}

/** The running trade date of one contract. `settlementTicks` is the previous date's. */
export interface DayFigures {
  readonly openTicks: Ticks | null;
  readonly highTicks: Ticks | null;
  readonly lowTicks: Ticks | null;
  readonly settlementTicks: Ticks | null;
  readonly volumeLots: Lots;
  /** Contracts held at the end of the previous trade date; left out by an exchange that does not tell. */
  readonly openInterestLots?: Lots;
}

/** One candle, named by the instant it opens. */
export interface Bar {
  readonly openMs: number;
  readonly openTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
  readonly closeTicks: Ticks;
  readonly volumeLots: Lots;
}

export interface VenueListing {
  readonly contract: Contract;
  readonly commodity: Commodity;
}

/** Hears what the exchange says of the market. */
export interface MarketDataListener {
  market(updates: readonly ContractUpdate[]): void;
  /** Delivery months that the exchange lists by itself; known ones are passed over. */
  instruments(listings: readonly VenueListing[]): void;
}

export interface MarketData {
  /** All that was traded, and nothing else, is in its own past: none of it need be stored. */
  readonly keepsItsPast: boolean;
  /**
   * Bars that opened before `beforeMs`, oldest first, at most `limit`; from the venue's own past, so consistent with
   * what it trades. The running bar is included.
   */
  bars(query: {
    readonly contractCode: string;
    readonly interval: BarInterval;
    readonly beforeMs: number;
    readonly limit: number;
  }): Promise<readonly Bar[]>;
  /** The instant the market lives in: engine time, or the recording's. Trade dates roll by it. */
  marketTimeMs(): number;
}
