/**
 * Captures what this page shows of a contract at the moment its user sends an order: sent with the order and kept with
 * it.
 */
import type { DecisionQuote, SeenConnection } from '@mua/contract/entities/decision-quote';
import { type PriceGrid, type ProductType, priceToText } from '@mua/core/values';
import { isTimeKnown, quoteAgeMs, serverNowMs } from '#clock/market-clock.ts';
import { type DepthLevelTicks, depthValue } from '#market/depth-store.ts';
import { priceStore } from '#market/price-store.ts';
import {
  type FeedName,
  type FeedState,
  feedOf,
  feedStateOf,
  hasFailed,
  useConnections,
} from '#network/connection-store.ts';

export function decisionQuoteOf(contractCode: string, productType: ProductType): DecisionQuote {
  const quote = seenQuote(contractCode);
  const timeMs = priceStore.read(contractCode, 'timeMs');
  return {
    seenAt: new Date(serverNowMs()).toISOString(),
    quote,
    quoteAgeMs: quote === null || timeMs === null || !isTimeKnown() ? null : Math.round(quoteAgeMs(timeMs)),
    book: seenBook(contractCode),
    connections: { market: seenConnection(feedOf(productType)), investor: seenConnection('investor') },
  };
}

function seenQuote(contractCode: string): DecisionQuote['quote'] {
  const grid = priceStore.gridOf(contractCode);
  if (!grid) return null;
  const text = (field: 'last' | 'bid' | 'ask'): string | null => {
    const ticks = priceStore.read(contractCode, field);
    return ticks === null ? null : priceToText(ticks, grid);
  };
  const seen = { last: text('last'), bid: text('bid'), ask: text('ask') };
  return seen.last === null && seen.bid === null && seen.ask === null ? null : seen;
}

/** The book is followed for one contract at a time, so another contract's is not used. */
function seenBook(contractCode: string): DecisionQuote['book'] {
  const depth = depthValue.read();
  const grid = priceStore.gridOf(contractCode);
  if (!grid || depth?.code !== contractCode) return null;
  return { bid: seenLevel(depth.bids[0], grid), ask: seenLevel(depth.asks[0], grid) };
}

function seenLevel(level: DepthLevelTicks | undefined, grid: PriceGrid) {
  return level ? { price: priceToText(level.priceTicks, grid), lots: level.lots } : null;
}

const SEEN: Readonly<Record<FeedState, SeenConnection>> = {
  connected: 'CONNECTED',
  stalled: 'STALLED',
  disconnected: 'DISCONNECTED',
};

function seenConnection(name: FeedName): SeenConnection {
  if (!navigator.onLine) return 'DISCONNECTED';
  const connection = useConnections.getState().connections[name];
  const state = feedStateOf(connection);
  // The first attempt of a page that has just opened is not a failure.
  if (state === 'disconnected' && connection && !hasFailed(connection)) return 'CONNECTING';
  return SEEN[state];
}
