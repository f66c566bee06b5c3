/**
 * The market as readers see it: its newest data in memory, its bars, and who is told of updates. The same whether the
 * venue is in this process or behind the bus.
 */
import type pg from 'pg';
import { createCandles } from '#market/candles.ts';
import { keepCandles } from '#market/kept-candles.ts';
import { createMarketBoard } from '#market/market-board.ts';
import type { MarketView } from '#market/market-view.ts';
import type { Quotes } from '#market/quotes.ts';
import { openingsOf } from '#market/trade-date-bars.ts';
import type { MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import type { ContractUpdate, MarketData } from '#venue/port/market-data.ts';

export interface MarketMemory extends MarketView, Pick<Quotes, 'contractCodes' | 'whole'> {
  /** Stores updates first, then passes them to listeners. */
  take(updates: readonly ContractUpdate[]): void;
  /** It is another market from now on. */
  forget(): void;
}

export interface MarketMemoryOptions {
  /** Where minutes are stored. */
  readonly pool: pg.Pool;
  readonly venue: MarketData;
  /** Null where the broker's trade dates apply. */
  readonly calendarOf: (contractCode: string) => MarketCalendar | null;
}

export function createMarketMemory({ pool, venue, calendarOf }: MarketMemoryOptions): MarketMemory {
  const board = createMarketBoard();
  const newCandles = () => keepCandles(createCandles({ pool, venue, calendarOf }), venue.marketTimeMs);
  let candles = newCandles();
  return {
    nowMs: venue.marketTimeMs,
    quote: board.quote,
    depth: board.depth,
    tape: board.tape,
    volumeAtPrice: board.volumeAtPrice,
    candles: (query) => candles(query),
    openings(bars, { contractCode, interval, newestMs }) {
      const calendar = calendarOf(contractCode);
      return calendar && openingsOf(bars, { calendar, interval, newestMs });
    },
    async openInterest(query) {
      return (await venue.openInterest?.(query)) ?? [];
    },
    calendarOf,
    onUpdate: board.onUpdate,
    contractCodes: board.contractCodes,
    whole: board.whole,
    take: board.take,
    forget() {
      board.forget();
      candles = newCandles();
    },
  };
}
