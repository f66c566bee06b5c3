/**
 * The port to an exchange: requests out, execution reports and market data in. Behind it stands the simulated
 * exchange, a recording, or later a FIX session; nothing on this side knows which.
 * Prices are signed ticks, quantities lots, times Unix milliseconds.
 */
import type { Commodity, Contract, VenueReport, VenueRequest } from '@mua/core/engine';
import type { BarInterval, SessionState, Side } from '@mua/core/values';

export interface DepthLevel {
  readonly priceTicks: number;
  readonly lots: number;
}

export interface Trade {
  readonly tradeId: string;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly lots: number;
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
  readonly bids?: readonly DepthLevel[];
  readonly asks?: readonly DepthLevel[];
  /** Oldest first. */
  readonly trades?: readonly Trade[];
  /** Of the running trade date. */
  readonly day?: DayFigures;
  readonly session?: SessionNews;
}

export interface SessionNews {
  readonly state: SessionState;
  readonly opensAtMs: number | null;
  /** The exchange's own doing, which the broker must follow: a halt, its end, or the end of a recording. */
  readonly outOfTurn?: { readonly isHalt: boolean };
}

/** The running trade date of one contract. `settlementTicks` is the previous date's. */
export interface DayFigures {
  readonly openTicks: number | null;
  readonly highTicks: number | null;
  readonly lowTicks: number | null;
  readonly settlementTicks: number | null;
  readonly volumeLots: number;
}

/** One candle, named by the instant it opens. */
export interface Bar {
  readonly openMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volumeLots: number;
}

export interface VenueListener {
  /** The venue came up with empty books: live orders must be routed again. Before any report of that epoch. */
  restarted(epoch: string): void;
  reports(reports: readonly VenueReport[]): void;
  market(updates: readonly ContractUpdate[]): void;
  /** It died and can't be restarted. */
  failed(error: Error): void;
}

export interface VenueListing {
  readonly contract: Contract;
  readonly commodity: Commodity;
}

export interface VenueSession {
  readonly contractCodes: readonly string[];
  readonly state: SessionState;
  readonly opensAtMs: number | null;
  /** When it changed at the broker, in engine time. */
  readonly atMs: number;
}

export interface VenueDateEnd {
  readonly endedDate: string;
  readonly nextDate: string;
  readonly contractCodes: readonly string[];
  readonly atMs: number;
}

export interface Venue {
  /** All that was traded, and nothing else, is in its own past: none of it need be stored. */
  readonly keepsItsPast: boolean;
  /** Resolves when the first market data of every contract is there. */
  start(listener: VenueListener): Promise<void>;
  send(requests: readonly VenueRequest[]): void;
  /** A trade date rolled at the broker: day orders end here, settlements become the reference. */
  endTradeDate(end: VenueDateEnd): void;
  /** Sessions follow the broker's calendars; orders rest over breaks and closings. */
  setSession(change: VenueSession): void;
  /** Delivery months that are new; known ones are passed over. */
  list(contracts: readonly VenueListing[]): void;
  /**
   * The exchange halts a contract out of turn, or resumes it: scripted, or asked for by an operator. The listener hears
   * of it as session news. Until it is resumed nothing opens it.
   */
  setHalt(contractCode: string, isHalted: boolean): void;
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
  stop(): Promise<void>;
}
