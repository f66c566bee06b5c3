/** The messages between the main thread and the market's thread: two closed lists. */
import type { VenueReport, VenueRequest } from '@mua/core/exchange';
import type { VenueBehaviour } from '#ground/config.ts';
import type { Bar, ContractUpdate, VenueListing } from '#venue/port/market-data.ts';
import type { Playback } from '#venue/port/playback.ts';
import type { Scenario } from '#venue/port/scenario.ts';
import type { VenueSession } from '#venue/port/simulated-controls.ts';
import type { LinkChange } from '#venue/thread/broker-line.ts';
import type { BarQuery, ListedContract, MarketHours, TradeDateEnd } from '#venue/thread/market.ts';

/** Everything needed to open a market; the epoch is new for every opening. */
export type MarketPlan =
  | {
      readonly kind: 'simulated';
      readonly seed: number;
      readonly behaviour: VenueBehaviour;
      readonly marketHours: MarketHours;
      readonly contracts: readonly ListedContract[];
      /** Running or upcoming scenarios, so that a reopened market continues them. */
      readonly scenarios?: readonly Scenario[];
      /** Contracts halted by an operator. */
      readonly halted?: readonly string[];
    }
  | {
      readonly kind: 'recorded';
      readonly file: string;
      readonly listed: ListedContract;
      readonly playback: Playback;
      /** Where to begin, in the recording's time; at its beginning if absent. */
      readonly positionMs?: number;
    };

/** What of a simulated market can be played before it is known how its contracts stand at the broker. */
export interface HeadStartPlan {
  readonly seed: number;
  readonly marketHours: MarketHours;
  /** Those that will probably be listed. */
  readonly contracts: readonly VenueListing[];
  readonly untilMs: number;
}

/** Null: it begins with its opening. */
export type MarketWorkerData = HeadStartPlan | null;

/** The first message to a market's thread. */
export interface MarketOpening {
  readonly kind: 'open';
  readonly plan: MarketPlan;
  readonly epoch: string;
  /** Engine time of the opening. */
  readonly startMs: number;
  /** The thread steps by the system's clock; otherwise only on messages. */
  readonly isSelfDriven: boolean;
}

/** Every message has the engine's time. */
export type ToMarket = { readonly nowMs: number } & (
  | { readonly kind: 'requests'; readonly requests: readonly VenueRequest[] }
  | { readonly kind: 'endTradeDate'; readonly end: TradeDateEnd }
  | { readonly kind: 'session'; readonly change: VenueSession }
  | { readonly kind: 'list'; readonly contracts: readonly ListedContract[] }
  | { readonly kind: 'halt'; readonly contractCode: string; readonly isHalted: boolean }
  | { readonly kind: 'link'; readonly isUp: boolean; readonly reason: string }
  | { readonly kind: 'listOpen' }
  | { readonly kind: 'scenario'; readonly contractCode: string; readonly scenario: Scenario | null }
  | { readonly kind: 'play'; readonly playback: Playback; readonly jumpToMs: number | null }
  /** Answered by `settled` when everything due by then has been delivered. */
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
