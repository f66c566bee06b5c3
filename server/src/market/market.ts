/** The market as the rest of the server knows it: what the venue tells is taken here and read from here. */
import type pg from 'pg';
import type { Clock } from '#clock';
import type { ContractUpdate, Venue } from '#venue/venue';
import { createBarWriter } from './bar-writer.ts';
import { createCandles } from './candles.ts';
import type { MarketView } from './market-view.ts';
import { createQuotes } from './quotes.ts';

export interface Market extends MarketView {
  /** What the venue told: remembered first, then passed on to whoever listens. */
  readonly take: (updates: readonly ContractUpdate[]) => void;
  /** Writes the bars that are whole. */
  close(): Promise<void>;
}

export function createMarket(options: {
  readonly pool: pg.Pool;
  readonly venue: Venue;
  readonly clock: Clock;
  readonly every: Clock['every'];
  /** Bars that could not be stored; they are tried again. */
  readonly onError?: (error: unknown) => void;
}): Market {
  const { pool, venue, clock, every } = options;
  const quotes = createQuotes();
  const candles = createCandles({ pool, venue });
  const onError = options.onError ?? (() => {});
  const writer = venue.keepsItsPast ? undefined : createBarWriter({ pool, now: clock.nowMs, every, onError });
  const listeners: ((updates: readonly ContractUpdate[]) => void)[] = [];
  return {
    nowMs: venue.marketTimeMs,
    quote: quotes.quote,
    depth: quotes.depth,
    tape: quotes.tape,
    candles,
    onUpdate: (listener) => listeners.push(listener),
    take(updates) {
      quotes.take(updates);
      writer?.take(updates);
      for (const listener of listeners) listener(updates);
    },
    close: async () => writer?.close(),
  };
}
