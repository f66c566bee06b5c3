/**
 * Follows one market feed over one socket: which codes are wanted of each event, what was seen of it, and where a
 * message goes. A subscription replaces the one before it, so a change of codes starts again with a snapshot; the same
 * codes resume after the last seq. Messages that are not newer than the last one seen are dropped.
 */
import type {
  CandleChange,
  MarketClientEvents,
  MarketEvent,
  MarketServerEvents,
} from '@mua/contract/feeds/market-feed';
import { MARKET_EVENTS } from '@mua/contract/feeds/market-feed';
import { createOpenQuestions } from '#feeds/open-questions.ts';
import { depthFrom, depthValue } from '#market/depth-store.ts';
import type { PriceStore } from '#market/price-store.ts';
import { type TradeTicks, tapeValue, withTrades } from '#market/trades-store.ts';
import { type MarketFeedName, useConnections } from '#network/connection-store.ts';
import type { FeedSocket } from '#network/feed-socket.ts';
import type { Network } from '#network/network.ts';

export type MarketSocket = FeedSocket<MarketServerEvents, MarketClientEvents>;
type MarketMessage = Parameters<MarketServerEvents['snapshot']>[0] | Parameters<MarketServerEvents['update']>[0];

export interface MarketFeed {
  /** Sets the codes wanted of an event from now on; an empty list wants nothing. */
  want(event: MarketEvent, codes: readonly string[]): void;
  close(): void;
}

export interface MarketFeedOptions {
  readonly network: Pick<Network, 'keep'>;
  readonly name: MarketFeedName;
  readonly socket: MarketSocket;
  readonly prices: PriceStore;
  readonly onCandle: (candle: CandleChange) => void;
}

interface Subscription {
  codes: readonly string[];
  /** Seq of the last message for exactly these codes; null before their snapshot. */
  lastSeq: number | null;
}

export function createMarketFeed({ network, name, socket, prices, onCandle }: MarketFeedOptions): MarketFeed {
  const subscriptions = new Map<MarketEvent, Subscription>();
  const questions = createOpenQuestions<MarketEvent>(() => connection, subscribe);
  socket.on('heartbeat', questions.beat);
  socket.on('snapshot', (message) => {
    connection.touch();
    const subscription = subscriptions.get(message.event);
    if (!subscription) return;
    subscription.lastSeq = message.seq;
    take(message, 'snapshot');
  });
  socket.on('update', (message) => {
    connection.touch();
    const subscription = subscriptions.get(message.event);
    // Before the snapshot an update can only belong to the replaced subscription.
    if (!subscription || subscription.lastSeq === null || message.seq <= subscription.lastSeq) return;
    subscription.lastSeq = message.seq;
    take(message, 'update');
  });

  const connection = network.keep({
    name,
    socket,
    onConnect: () => {
      for (const event of MARKET_EVENTS) if (subscriptions.has(event)) subscribe(event);
    },
  });

  return { want, close: () => connection.close() };

  function want(event: MarketEvent, codes: readonly string[]): void {
    const known = subscriptions.get(event)?.codes ?? [];
    if (sameCodes(known, codes)) return;
    forgetShown(event);
    if (codes.length > 0) {
      subscriptions.set(event, { codes, lastSeq: null });
      if (socket.connected) subscribe(event);
      return;
    }
    subscriptions.delete(event);
    questions.forget(event);
    useConnections.getState().noteSubscription(name, event, null);
    if (socket.connected) socket.emit('unsubscribe', { event }, () => undefined);
  }

  function subscribe(event: MarketEvent): void {
    const subscription = subscriptions.get(event);
    if (!subscription) return;
    const { codes, lastSeq } = subscription;
    const request = { event, codes: [...codes], ...(lastSeq === null ? {} : { afterSeq: lastSeq }) };
    useConnections.getState().noteSubscription(name, event, request);
    questions.noteAsked(event);
    socket.emit('subscribe', request, (answer) => {
      if (subscriptions.get(event) === subscription) questions.noteAnswer(event, answer.ok);
    });
  }

  function take(message: MarketMessage, kind: 'snapshot' | 'update'): void {
    switch (message.event) {
      case 'prices':
        return prices.apply(message.items, kind);
      case 'depth':
        return takeDepth(message.items);
      case 'trades':
        return takeTrades(message.items, kind);
      case 'candles':
        return message.items.forEach(onCandle);
    }
  }

  function takeDepth(items: Extract<MarketMessage, { event: 'depth' }>['items']): void {
    const [code] = subscriptions.get('depth')?.codes ?? [];
    const depth = items.find((item) => item.code === code);
    const grid = depth && prices.gridOf(depth.code);
    if (depth && grid) depthValue.write(depthFrom(depth, grid));
  }

  function takeTrades(items: Extract<MarketMessage, { event: 'trades' }>['items'], kind: 'snapshot' | 'update'): void {
    const [code] = subscriptions.get('trades')?.codes ?? [];
    const grid = code === undefined ? undefined : prices.gridOf(code);
    if (code === undefined || !grid) return;
    const tape = tapeValue.read();
    const ofCode = items.filter((trade) => trade.code === code);
    const shown = tape?.code === code ? tape.trades : [];
    const known = kind === 'update' || continues(ofCode, shown) ? shown : [];
    tapeValue.write({ code, trades: withTrades(known, ofCode, grid) });
  }
}

/**
 * Clears the book or tape: those of another contract, or of this one an hour ago, are never shown while the new ones
 * are on their way.
 */
function forgetShown(event: MarketEvent): void {
  if (event === 'depth') depthValue.write(null);
  if (event === 'trades') tapeValue.write(null);
}

/** A snapshot, which another window may have asked for, leaves no hole if its oldest trade is known. */
function continues([oldest]: readonly { readonly tradeId: string }[], shown: readonly TradeTicks[]): boolean {
  return oldest !== undefined && shown.some(({ tradeId }) => tradeId === oldest.tradeId);
}

function sameCodes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((code, index) => code === b[index]);
}
