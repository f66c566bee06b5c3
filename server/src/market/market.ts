/** The market inside the server: it stores the venue's data and offers it to readers. */
import type { Clock } from '#ground/clock.ts';
import { createBarWriter } from '#market/bar-writer.ts';
import { createMarketMemory, type MarketMemory, type MarketMemoryOptions } from '#market/market-memory.ts';

export interface Market extends Omit<MarketMemory, 'forget'> {
  /** Writes the complete bars. */
  close(): Promise<void>;
}

export function createMarket(
  options: MarketMemoryOptions & {
    readonly clock: Clock;
    readonly every: Clock['every'];
    /** Called for bars that could not be stored; they are retried. */
    readonly onError?: (error: unknown) => void;
  },
): Market {
  const { pool, venue, clock, every, onError = () => {} } = options;
  const memory = createMarketMemory(options);
  const writer = venue.keepsItsPast ? undefined : createBarWriter({ pool, now: clock.nowMs, every, onError });
  return {
    ...memory,
    take(updates) {
      writer?.take(updates);
      memory.take(updates);
    },
    close: async () => writer?.close(),
  };
}
