/** The newest data in memory, and who is told of what changes. */
import { createQuotes, type Quotes } from '#market/quotes.ts';
import type { ContractUpdate } from '#venue/port/market-data.ts';

export interface MarketBoard extends Quotes {
  /** Called with updates when they are stored. */
  onUpdate(listener: (updates: readonly ContractUpdate[]) => void): void;
}

export function createMarketBoard(): MarketBoard {
  const quotes = createQuotes();
  const listeners: ((updates: readonly ContractUpdate[]) => void)[] = [];
  return {
    ...quotes,
    onUpdate: (listener) => listeners.push(listener),
    take(updates) {
      quotes.take(updates);
      for (const listener of listeners) listener(updates);
    },
  };
}
