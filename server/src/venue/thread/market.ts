/**
 * A market that somebody drives: the simulated exchange, or a recording. It knows no clock and no thread; whoever
 * runs it says what time it is and takes what came of it. The worker is a thin shell around this; tests need none.
 */

import type { VenueReport, VenueRequest } from '@mua/core/exchange';
import type { BarInterval, SessionState, Ticks } from '@mua/core/values';
import type { Bar, ContractUpdate, VenueListing } from '#venue/port/market-data.ts';
import type { Playback } from '#venue/port/playback.ts';
import type { Scenario } from '#venue/port/scenario.ts';
import type { VenueDateEnd, VenueSession } from '#venue/port/simulated-controls.ts';
import type { LinkChange } from '#venue/thread/broker-line.ts';

export interface MarketOutput {
  /** Of investors' orders only, in the order in which they arrive at the broker. */
  readonly reports: readonly VenueReport[];
  /** What became of the line to the broker, after these reports. */
  readonly link?: LinkChange;
  /** At most one for each contract. */
  readonly updates: readonly ContractUpdate[];
}

export interface BarQuery {
  readonly contractCode: string;
  readonly interval: BarInterval;
  readonly beforeMs: number;
  readonly limit: number;
}

export interface TradeDateEnd extends VenueDateEnd {
  /** What the broker settles by, by contract: the last price that it was told. The market's own where it has none. */
  readonly settlements: ReadonlyMap<string, number>;
}

export interface ListedContract extends VenueListing {
  /** What the broker took as the last settlement; the market's own opinion when absent. */
  readonly settlementTicks?: Ticks | null;
  /** Open when absent. */
  readonly session?: SessionState;
  readonly opensAtMs?: number | null;
  /** The broker knows of a halt by the exchange; an exchange that has started anew may know better. */
  readonly isHalted?: boolean;
}

/** Whether closed hours count in the model: `always` knows none. */
export type MarketHours = 'always' | 'real';

export interface Market {
  /** Everything that is due at the engine's time. The first call opens the market and tells all of every contract. */
  step(nowMs: number): MarketOutput;
  /** Requests meet the books as they are at that time. */
  handle(requests: readonly VenueRequest[], nowMs: number): MarketOutput;
  endTradeDate(end: TradeDateEnd, nowMs: number): MarketOutput;
  setSession(change: VenueSession, nowMs: number): MarketOutput;
  list(contracts: readonly ListedContract[], nowMs: number): MarketOutput;
  setHalt(contractCode: string, isHalted: boolean, nowMs: number): MarketOutput;
  /** The line to the broker is cut, or mended. */
  setLink(isUp: boolean, reason: string, nowMs: number): MarketOutput;
  /** Only of the simulated exchange: a script for one contract from now on, or none. */
  setScenario?(contractCode: string, scenario: Scenario | null, nowMs: number): MarketOutput;
  /** The instant that the market lives in: engine time, or the recording's. */
  marketTimeMs(nowMs: number): number;
  /** From here on the market's own trades are the past; before it, its history is. Moves when time jumps. */
  tapeFromMs(): number;
  /** Only of a recording: how it runs from now on, after a jump forward where one is asked for. */
  play?(playback: Playback, jumpToMs: number | null, nowMs: number): MarketOutput;
  /** Only of a market that keeps its own past (a recording). */
  bars?(query: BarQuery): readonly Bar[];
}
