/**
 * Market data of an exchange: quotes, depth, prints, sessions and bars. It may be late, have gaps or stall; only the
 * marks that an account depends on are journaled. Prices are signed ticks, quantities lots, times Unix milliseconds.
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
 * Changes of one contract since the previous update: conflated, so it has the newest values and every trade in between.
 * An absent field is unchanged.
 */
export interface ContractUpdate {
  readonly contractCode: string;
  /** Trades between the previous update and this one are missing. */
  readonly hasGap?: true;
  /** When the venue last looked at this contract, even without changes. */
  readonly timeMs: number;
  /** Best first, at most ten. An empty side is an empty list. */
  readonly bids?: readonly QuotedLevel[];
  readonly asks?: readonly QuotedLevel[];
  /** Oldest first. */
  readonly trades?: readonly Trade[];
  /** Lots of the trade date at each price, this update's trades included: only where everything known is told. */
  readonly volumeAtPrice?: readonly QuotedLevel[];
  /** Of the current trade date. */
  readonly day?: DayFigures;
  readonly session?: SessionUpdate;
}

export interface SessionUpdate {
  readonly state: SessionState;
  readonly opensAtMs: number | null;
  /** An act of the exchange that the broker must follow: a halt, its end, or the end of a recording. */
  readonly unscheduled?: { readonly isHalt: boolean };
}

/** The current trade date of one contract. `settlementTicks` is the previous date's. */
export interface DayFigures {
  readonly openTicks: Ticks | null;
  readonly highTicks: Ticks | null;
  readonly lowTicks: Ticks | null;
  readonly settlementTicks: Ticks | null;
  readonly volumeLots: Lots;
  /** Open interest at the end of the previous trade date; absent if the exchange does not publish it. */
  readonly openInterestLots?: Lots;
}

/** One candle, identified by the instant it opens. */
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

/** Open interest at the end of a trade date. */
export interface HeldLots {
  readonly endsMs: number;
  readonly lots: Lots;
}

export interface HeldLotsQuery {
  readonly contractCode: string;
  /** Only dates that ended before it. */
  readonly beforeMs: number;
  readonly limit: number;
}

/** Receives the exchange's market data. */
export interface MarketDataListener {
  market(updates: readonly ContractUpdate[]): void;
  /** Delivery months that the exchange lists itself; known ones are ignored. */
  instruments(listings: readonly VenueListing[]): void;
}

export interface MarketData {
  /** The venue has its complete history, so none of it need be stored. */
  readonly keepsItsPast: boolean;
  /**
   * Bars that opened before `beforeMs`, oldest first, at most `limit`, from the venue's history, so consistent with its
   * trades. The current bar is included.
   */
  bars(query: {
    readonly contractCode: string;
    readonly interval: BarInterval;
    readonly beforeMs: number;
    readonly limit: number;
  }): Promise<readonly Bar[]>;
  /** Open interest of trade dates that are over, oldest first; absent if the exchange does not publish it. */
  openInterest?(query: HeldLotsQuery): Promise<readonly HeldLots[]>;
  /** The market's time: engine time, or the recording's. Trade dates roll by it. */
  marketTimeMs(): number;
}
