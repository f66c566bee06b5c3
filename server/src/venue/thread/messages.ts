/** What the main thread and the market's thread tell each other: two closed lists. */
import type { VenueReport, VenueRequest } from '@mua/core/exchange';
import type { VenueManners } from '#ground/config.ts';
import type { Bar, ContractUpdate } from '#venue/port/market-data.ts';
import type { Playback } from '#venue/port/playback.ts';
import type { Scenario } from '#venue/port/scenario.ts';
import type { VenueSession } from '#venue/port/simulated-controls.ts';
import type { LinkChange } from '#venue/thread/broker-line.ts';
import type { BarQuery, ListedContract, MarketHours, TradeDateEnd } from '#venue/thread/market.ts';

/** All that is needed to open a market; the epoch is new for every opening. */
export type MarketPlan =
  | {
      readonly kind: 'simulated';
      readonly seed: number;
      readonly manners: VenueManners;
      readonly marketHours: MarketHours;
      readonly contracts: readonly ListedContract[];
      /** Running, or to begin: a market that is opened again knows its script again. */
      readonly scenarios?: readonly Scenario[];
      /** Contracts that were halted by hand. */
      readonly halted?: readonly string[];
    }
  | {
      readonly kind: 'recorded';
      readonly file: string;
      readonly listed: ListedContract;
      readonly playback: Playback;
      /** Where in the recording to begin, in the recording's time; its beginning when absent. */
      readonly positionMs?: number;
    };

export interface MarketWorkerData {
  readonly plan: MarketPlan;
  readonly epoch: string;
  /** The engine's time at the opening. */
  readonly startMs: number;
  /** The thread steps by itself on the system's clock; otherwise only when told the time. */
  readonly isSelfDriven: boolean;
}

/** Everything is stamped with the engine's time. */
export type ToMarket = { readonly nowMs: number } & (
  | { readonly kind: 'requests'; readonly requests: readonly VenueRequest[] }
  | { readonly kind: 'endTradeDate'; readonly end: TradeDateEnd }
  | { readonly kind: 'session'; readonly change: VenueSession }
  | { readonly kind: 'list'; readonly contracts: readonly ListedContract[] }
  | { readonly kind: 'halt'; readonly contractCode: string; readonly isHalted: boolean }
  | { readonly kind: 'link'; readonly isUp: boolean; readonly reason: string }
  | { readonly kind: 'scenario'; readonly contractCode: string; readonly scenario: Scenario | null }
  | { readonly kind: 'play'; readonly playback: Playback; readonly jumpToMs: number | null }
  /** Answered by `settled` when everything due by then has been told. */
  | { readonly kind: 'settle'; readonly id: number }
  | { readonly kind: 'bars'; readonly id: number; readonly query: BarQuery }
);

export type FromMarket =
  | {
      readonly kind: 'output';
      readonly reports: readonly VenueReport[];
      readonly link?: LinkChange;
      readonly updates: readonly ContractUpdate[];
      readonly marketMs: number;
      readonly tapeFromMs: number;
    }
  | { readonly kind: 'settled'; readonly id: number }
  | { readonly kind: 'bars'; readonly id: number; readonly bars: readonly Bar[] };
