/** Read access to the market for routes and the market feed, whatever venue is behind it. */
import type { BarInterval, CivilDate, Lots, SessionState, Ticks } from '@mua/core/values';
import type { MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import type { Bar, ContractUpdate, HeldLots, HeldLotsQuery, QuotedLevel, Trade } from '#venue/port/market-data.ts';

/** Null means absent, unlike zero. Prices are signed ticks. */
export interface QuoteView {
  readonly contractCode: string;
  readonly lastTicks: Ticks | null;
  readonly lastLots: Lots | null;
  readonly lastMs: number | null;
  readonly bidTicks: Ticks | null;
  readonly bidLots: Lots | null;
  readonly askTicks: Ticks | null;
  readonly askLots: Lots | null;
  readonly openTicks: Ticks | null;
  readonly highTicks: Ticks | null;
  readonly lowTicks: Ticks | null;
  /** The previous trade date's. */
  readonly settlementTicks: Ticks | null;
  /** Of the current trade date. */
  readonly volumeLots: Lots;
  /** Null if the exchange does not publish it. */
  readonly openInterestLots: Lots | null;
  readonly session: SessionState;
  readonly opensAtMs: number | null;
  /** When the venue last updated this contract. */
  readonly timeMs: number;
}

export interface CandleQuery {
  readonly contractCode: string;
  readonly interval: BarInterval;
  /** Only bars that open before it. */
  readonly beforeMs: number;
  readonly limit: number;
}

/** A trade date of an exchange with dates of its own, by the opening of its first session. */
export interface TradeDateOpening {
  readonly date: CivilDate;
  readonly opensMs: number;
  /** In order; between them the exchange takes a break. */
  readonly sessions: readonly { readonly opensMs: number; readonly closesMs: number }[];
}

export interface MarketView {
  /** The market's time: the engine's, or a recording's. */
  nowMs(): number;
  quote(contractCode: string): QuoteView | undefined;
  /** Best first, at most ten levels per side. */
  depth(
    contractCode: string,
  ): { readonly bids: readonly QuotedLevel[]; readonly asks: readonly QuotedLevel[] } | undefined;
  /** The public tape, newest first; `before` is a trade's id, and only older ones are returned. */
  tape(contractCode: string, before: string | null, limit: number): readonly Trade[];
  /** Lots of the current trade date at each price, the highest first, as far as its trades are known. */
  volumeAtPrice(contractCode: string): readonly QuotedLevel[];
  /** Oldest first, the current bar included. */
  candles(query: CandleQuery): Promise<readonly Bar[]>;
  /**
   * The trade dates of the given bars, by the openings of their first sessions; with the newest bars (`newestMs` is the
   * present instant) also the next ones. Null where the broker's dates apply.
   */
  openings(
    bars: readonly Bar[],
    of: { readonly contractCode: string; readonly interval: BarInterval; readonly newestMs: number | null },
  ): readonly TradeDateOpening[] | null;
  /** Of trade dates that are over, oldest first; none if the exchange does not publish it. */
  openInterest(query: HeldLotsQuery): Promise<readonly HeldLots[]>;
  /** Null where the broker's dates apply. Months that have expired have their commodity's calendar. */
  calendarOf(contractCode: string): MarketCalendar | null;
  onUpdate(listener: (updates: readonly ContractUpdate[]) => void): void;
}
