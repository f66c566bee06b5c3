/** The market inside the server: it stores the venue's data and offers it to readers. */
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import { createBarWriter } from '#market/bar-writer.ts';
import { createCandles } from '#market/candles.ts';
import { keepCandles } from '#market/kept-candles.ts';
import type { MarketView } from '#market/market-view.ts';
import { createQuotes } from '#market/quotes.ts';
import { openingsOf } from '#market/trade-date-bars.ts';
import type { MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import type { ContractUpdate, MarketData } from '#venue/port/market-data.ts';

export interface Market extends MarketView {
  /** Stores the venue's updates first, then passes them to listeners. */
  readonly take: (updates: readonly ContractUpdate[]) => void;
  /** Writes the complete bars. */
  close(): Promise<void>;
}

export function createMarket(options: {
  readonly pool: pg.Pool;
  readonly venue: MarketData;
  readonly clock: Clock;
  readonly every: Clock['every'];
  /** Null where the broker's trade dates apply. */
  readonly calendarOf: (contractCode: string) => MarketCalendar | null;
  /** Called for bars that could not be stored; they are retried. */
  readonly onError?: (error: unknown) => void;
}): Market {
  const { pool, venue, clock, every, calendarOf } = options;
  const quotes = createQuotes();
  const candles = keepCandles(createCandles({ pool, venue, calendarOf }), venue.marketTimeMs);
  const onError = options.onError ?? (() => {});
  const writer = venue.keepsItsPast ? undefined : createBarWriter({ pool, now: clock.nowMs, every, onError });
  const listeners: ((updates: readonly ContractUpdate[]) => void)[] = [];
  return {
    nowMs: venue.marketTimeMs,
    quote: quotes.quote,
    depth: quotes.depth,
    tape: quotes.tape,
    candles,
    openings(bars, { contractCode, interval, newestMs }) {
      const calendar = calendarOf(contractCode);
      return calendar && openingsOf(bars, { calendar, interval, newestMs });
    },
    onUpdate: (listener) => listeners.push(listener),
    take(updates) {
      quotes.take(updates);
      writer?.take(updates);
      for (const listener of listeners) listener(updates);
    },
    close: async () => writer?.close(),
  };
}
