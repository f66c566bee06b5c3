/**
 * The interface of a market: the simulated exchange, or a recording. It knows no clock and no thread; its caller passes
 * the time and takes the output. The worker is a thin shell around it; tests need none.
 */

import type { VenueReport, VenueRequest } from '@mua/core/exchange';
import type { BarInterval, SessionState, Ticks } from '@mua/core/values';
import type { Bar, ContractUpdate, VenueListing } from '#venue/port/market-data.ts';
import type { Playback } from '#venue/port/playback.ts';
import type { Scenario } from '#venue/port/scenario.ts';
import type { VenueDateEnd, VenueSession } from '#venue/port/simulated-controls.ts';
import type { LinkChange } from '#venue/thread/broker-line.ts';

export interface MarketOutput {
  /** Of investors' orders only, in order of arrival at the broker. */
  readonly reports: readonly VenueReport[];
  /** The change of the line to the broker after these reports. */
  readonly link?: LinkChange;
  /** At most one per contract. */
  readonly updates: readonly ContractUpdate[];
}

export interface BarQuery {
  readonly contractCode: string;
  readonly interval: BarInterval;
  readonly beforeMs: number;
  readonly limit: number;
}

export interface TradeDateEnd extends VenueDateEnd {
  /** Settlement prices by contract: the last price published to the broker, else the market's own. */
  readonly settlements: ReadonlyMap<string, number>;
}

export interface ListedContract extends VenueListing {
  /** The broker's last settlement; the market's own if absent. */
  readonly settlementTicks?: Ticks | null;
  /** Open if absent. */
  readonly session?: SessionState;
  readonly opensAtMs?: number | null;
  /** The broker knows of a halt by the exchange, which may have ended by an exchange restart. */
  readonly isHalted?: boolean;
}

/** Whether the model has closed hours: `always` has none. */
export type MarketHours = 'always' | 'real';

export interface Market {
  /** Runs everything due. The first call opens the market and outputs all data of every contract. */
  step(nowMs: number): MarketOutput;
  /** Handles requests against the books at that time. */
  handle(requests: readonly VenueRequest[], nowMs: number): MarketOutput;
  endTradeDate(end: TradeDateEnd, nowMs: number): MarketOutput;
  setSession(change: VenueSession, nowMs: number): MarketOutput;
  list(contracts: readonly ListedContract[], nowMs: number): MarketOutput;
  setHalt(contractCode: string, isHalted: boolean, nowMs: number): MarketOutput;
  /** Cuts or restores the line to the broker. */
  setLink(isUp: boolean, reason: string, nowMs: number): MarketOutput;
  /** The line's state of every open order, unless it is cut. */
  listOpen(nowMs: number): MarketOutput;
  /** For the simulated exchange only: sets or removes a contract's script. */
  setScenario?(contractCode: string, scenario: Scenario | null, nowMs: number): MarketOutput;
  /** The market's time: engine time, or the recording's. */
  marketTimeMs(nowMs: number): number;
  /** From when on the past consists of the market's own trades; before, of computed history. Moves when time jumps. */
  tapeFromMs(): number;
  /** For a recording only: sets the playback, after a jump forward if requested. */
  play?(playback: Playback, jumpToMs: number | null, nowMs: number): MarketOutput;
  /** For a market with complete history only (a recording). */
  bars?(query: BarQuery): readonly Bar[];
}
