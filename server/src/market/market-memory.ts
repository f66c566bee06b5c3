/**
 * The market as readers see it: its newest data in memory, its bars, and who is told of updates. The same whether the
 * venue is in this process or behind the bus.
 */
import type pg from 'pg';
import { createCandles } from '#market/candles.ts';
import { keepCandles } from '#market/kept-candles.ts';
import type { MarketView } from '#market/market-view.ts';
import { createQuotes, type Quotes } from '#market/quotes.ts';
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
  const quotes = createQuotes();
  const newCandles = () => keepCandles(createCandles({ pool, venue, calendarOf }), venue.marketTimeMs);
  let candles = newCandles();
  const listeners: ((updates: readonly ContractUpdate[]) => void)[] = [];
  return {
    nowMs: venue.marketTimeMs,
    quote: quotes.quote,
    depth: quotes.depth,
    tape: quotes.tape,
    candles: (query) => candles(query),
    openings(bars, { contractCode, interval, newestMs }) {
      const calendar = calendarOf(contractCode);
      return calendar && openingsOf(bars, { calendar, interval, newestMs });
    },
    onUpdate: (listener) => listeners.push(listener),
    contractCodes: quotes.contractCodes,
    whole: quotes.whole,
    take(updates) {
      quotes.take(updates);
      for (const listener of listeners) listener(updates);
    },
    forget() {
      quotes.forget();
      candles = newCandles();
    },
  };
}
