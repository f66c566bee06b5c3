/**
 * Watches the market for this page: prices of every listed contract, and the book, tape and bars that screens ask for.
 * Both market feeds stand behind it; a contract's product type decides which one carries it.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { CandleChange, MarketEvent } from '@mua/contract/feeds/market-feed';
import type { ProductType } from '@mua/core/values';
import { useEffect } from 'react';
import type { MarketFeed } from '#feeds/market-feed.ts';
import { type Bar, barFrom } from '#market/candles.ts';
import { afterFirstPrice } from '#market/first-price.ts';
import { priceStore } from '#market/price-store.ts';
import { feedOf, type MarketFeedName } from '#network/connection-store.ts';
import { retryDelayMs } from '#wire/query-client.ts';

type WatchedEvent = Exclude<MarketEvent, 'prices'>;

const productTypes = new Map<string, ProductType>();
const feeds = new Map<MarketFeedName, MarketFeed | 'opening'>();
/** Watchers in the order they began. Book and tape show one contract: that of the last to begin. */
const watchers: Record<WatchedEvent, Map<symbol, string>> = { depth: new Map(), trades: new Map(), candles: new Map() };
const barListeners = new Map<string, Set<(bar: Bar) => void>>();

/** Registers the listed contracts and watches their prices from now on. Safe to call again with a newer list. */
export function watchMarket(contracts: readonly Contract[]): void {
  priceStore.register(contracts.map(({ code, decimalFormat }) => ({ code, grid: decimalFormat })));
  for (const { code, productType } of contracts) productTypes.set(code, productType);
  for (const name of new Set([...productTypes.values()].map(feedOf))) {
    const feed = feeds.get(name);
    if (feed === undefined) openLater(name);
    else if (feed !== 'opening') demand(name, feed);
  }
}

export function watchDepth(code: string): () => void {
  return watch('depth', code);
}

export function watchTrades(code: string): () => void {
  return watch('trades', code);
}

/** Watches the growing minute bar of one contract, as often as it changes. */
export function watchCandles(code: string, onBar: (bar: Bar) => void): () => void {
  const listeners = barListeners.get(code) ?? new Set();
  barListeners.set(code, listeners.add(onBar));
  const stop = watch('candles', code);
  return () => {
    listeners.delete(onBar);
    stop();
  };
}

/** Watches book and tape of the desk's contract while the component is mounted. */
export function useWatchedMarket(code: string): void {
  useEffect(() => {
    const stops = [watchDepth(code), watchTrades(code)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [code]);
}

function watch(event: WatchedEvent, code: string): () => void {
  const watcher = Symbol(code);
  watchers[event].set(watcher, code);
  demandSoon();
  return () => {
    watchers[event].delete(watcher);
    demandSoon();
  };
}

let isDemanding = false;

/** Sends one message for a change of contract: leaving one and entering the next happen in the same turn. */
function demandSoon(): void {
  if (isDemanding) return;
  isDemanding = true;
  queueMicrotask(() => {
    isDemanding = false;
    for (const [name, feed] of feeds) if (feed !== 'opening') demand(name, feed);
  });
}

function demand(name: MarketFeedName, feed: MarketFeed): void {
  const ofFeed = (code: string) => {
    const productType = productTypes.get(code);
    return productType !== undefined && feedOf(productType) === name;
  };
  const lastOf = (event: WatchedEvent) => [...watchers[event].values()].slice(-1).filter(ofFeed);
  feed.want('prices', [...productTypes.keys()].filter(ofFeed).sort());
  feed.want('depth', lastOf('depth'));
  feed.want('trades', lastOf('trades'));
  feed.want('candles', [...new Set(watchers.candles.values())].filter(ofFeed).sort());
}

/**
 * Opens the feed after the first paint: the first prices came with the list, and the socket's code and handshake must
 * not delay them.
 */
function openLater(name: MarketFeedName): void {
  feeds.set(name, 'opening');
  afterFirstPrice(() => void open(name));
}

/** Retries a chunk that does not load: without it the prices on screen would silently stand still. */
async function open(name: MarketFeedName, failures = 0): Promise<void> {
  try {
    const { openMarket } = await import('#feeds/live-feeds.ts');
    const feed = openMarket(name, publishBar);
    feeds.set(name, feed);
    demand(name, feed);
  } catch {
    setTimeout(() => void open(name, failures + 1), retryDelayMs(failures));
  }
}

function publishBar(candle: CandleChange): void {
  const grid = priceStore.gridOf(candle.code);
  const bar = grid && barFrom(candle, grid);
  if (!bar) return;
  for (const listener of barListeners.get(candle.code) ?? []) listener(bar);
}
