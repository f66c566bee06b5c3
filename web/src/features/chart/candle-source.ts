/**
 * Where the chart's bars come from: pages of history backwards in time, and the feed's growing minute merged into the
 * newest bar, told at most once per frame. After a lost connection the missed bars are fetched and laid behind it.
 */
import type { CandleInterval } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import { listCandles } from '@mua/contract/http/market';
import type { DataLoader, DataLoaderGetBarsParams, KLineData, Period } from 'klinecharts';
import { errorCodeOf } from '#data/actor.ts';
import { call } from '#data/call.ts';
import { type Bar, barFrom } from '#data/candles.ts';
import { feedOf, feedStateOf, useConnections } from '#data/feeds/connection-store.ts';
import { watchCandles } from '#data/feeds/market-feeds.ts';
import { oncePerFrame, onNextFrame } from '#data/frame.ts';
import { type LiveBar, startLive, withMinute } from './live-bar.ts';

export type CandleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** Nothing has ever traded. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'error'; readonly code: string };

export interface CandleSource {
  readonly loader: DataLoader;
  stop(): void;
}

export interface CandleSourceOptions {
  readonly contract: Contract;
  readonly priceOf: (ticks: number) => number;
  readonly onState: (state: CandleState) => void;
  /** A new state of the newest bars: after loading and after each frame with a change. */
  readonly onBars: () => void;
  /** Too much was missed to lay it behind: everything has to be loaded again. */
  readonly onGap: () => void;
}

const PAGE = 500;

const PERIODS: Record<CandleInterval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};

export function periodOf(interval: CandleInterval): Period {
  return PERIODS[interval];
}

export function intervalOf({ type, span }: Period): CandleInterval {
  const found = Object.entries(PERIODS).find(([, period]) => period.type === type && period.span === span);
  // The keys of a record of intervals are intervals.
  return (found?.[0] ?? '15m') as CandleInterval;
}

export function createCandleSource(options: CandleSourceOptions): CandleSource {
  const { contract, onState, onBars, onGap } = options;
  /** Grows with each load from the start; an answer of an older one is nobody's any more. */
  let generation = 0;
  let live: LiveBar | null = null;
  let minute: Bar | null = null;
  let older: string | null = null;
  let push: ((data: KLineData) => void) | null = null;
  let hasFailed = false;
  const changed = new Map<number, Bar>();
  const tell = oncePerFrame(flush, onNextFrame);
  const feed = feedOf(contract.productType);
  const stops = [watchCandles(contract.code, onMinute), watchReconnects(feed, onReconnect)];

  return {
    loader: {
      getBars: (params) => (params.type === 'init' ? load(params) : loadOlder(params)),
      subscribeBar: ({ callback }) => {
        push = callback;
      },
      unsubscribeBar: () => {
        push = null;
      },
    },
    stop: () => {
      generation += 1;
      push = null;
      for (const stop of stops) stop();
    },
  };

  async function load({ period, callback }: DataLoaderGetBarsParams): Promise<void> {
    generation += 1;
    const mine = generation;
    const interval = intervalOf(period);
    live = null;
    changed.clear();
    onState({ kind: 'loading' });
    try {
      const page = await fetchPage(contract, { interval, before: null });
      if (mine !== generation) return;
      hasFailed = false;
      older = page.older;
      live = startLive(interval, page.bars.at(-1), minute);
      const bars = live.bar ? [...page.bars.filter(({ timeMs }) => timeMs !== live?.bar?.timeMs), live.bar] : page.bars;
      callback(bars.map(dataOf), { forward: older !== null, backward: false });
      onState({ kind: bars.length === 0 ? 'empty' : 'ready' });
      onBars();
    } catch (error) {
      if (mine !== generation) return;
      hasFailed = true;
      onState({ kind: 'error', code: errorCodeOf(error) });
    }
  }

  async function loadOlder({ type, period, callback }: DataLoaderGetBarsParams): Promise<void> {
    const mine = generation;
    const before = type === 'forward' ? older : null;
    // The library loops when it is answered in the same turn.
    if (before === null) return queueMicrotask(() => callback([], false));
    try {
      const page = await fetchPage(contract, { interval: intervalOf(period), before });
      if (mine !== generation) return;
      older = page.older;
      callback(page.bars.map(dataOf), { forward: older !== null, backward: false });
    } catch {
      // Scrolling on asks again.
      if (mine === generation) callback([], { forward: true, backward: false });
    }
  }

  function onMinute(bar: Bar): void {
    if (minute === null || bar.timeMs >= minute.timeMs) minute = bar;
    if (!live) return;
    const next = withMinute(live, bar);
    if (next === live || !next.bar) return;
    live = next;
    changed.set(next.bar.timeMs, next.bar);
    tell();
  }

  function flush(): void {
    if (!push || changed.size === 0) return;
    const bars = [...changed.values()].sort((a, b) => a.timeMs - b.timeMs);
    changed.clear();
    for (const bar of bars) push(dataOf(bar));
    onState({ kind: 'ready' });
    onBars();
  }

  function onReconnect(): void {
    if (hasFailed) onGap();
    else if (live) void catchUp(live, generation);
  }

  async function catchUp({ interval, bar: last }: LiveBar, mine: number): Promise<void> {
    try {
      const { bars } = await fetchPage(contract, { interval, before: null });
      if (mine !== generation) return;
      const since = last?.timeMs ?? Number.NEGATIVE_INFINITY;
      const [first] = bars;
      if (!first || first.timeMs > since) return onGap();
      live = startLive(interval, bars.at(-1), minute);
      for (const bar of bars) if (bar.timeMs >= since) changed.set(bar.timeMs, bar);
      if (live.bar) changed.set(live.bar.timeMs, live.bar);
      tell();
    } catch {
      // The next reconnection tries again; the feed itself goes on.
    }
  }

  function dataOf({ timeMs, open, high, low, close, volume }: Bar): KLineData {
    const { priceOf } = options;
    return {
      timestamp: timeMs,
      open: priceOf(open),
      high: priceOf(high),
      low: priceOf(low),
      close: priceOf(close),
      volume,
    };
  }
}

async function fetchPage(
  contract: Contract,
  { interval, before }: { interval: CandleInterval; before: string | null },
): Promise<{ bars: readonly Bar[]; older: string | null }> {
  const page = await call(listCandles, {
    params: { contractCode: contract.code },
    query: { interval, limit: String(PAGE), ...(before === null ? {} : { before }) },
  });
  return {
    bars: page.items.flatMap((candle) => barFrom(candle, contract.decimalFormat) ?? []),
    older: page.nextCursor,
  };
}

/** Calls back whenever the feed comes back after having been away. */
function watchReconnects(feed: ReturnType<typeof feedOf>, onReconnect: () => void): () => void {
  let wasConnected = feedStateOf(useConnections.getState().connections[feed]) === 'connected';
  let everConnected = wasConnected;
  return useConnections.subscribe(({ connections }) => {
    const isConnected = feedStateOf(connections[feed]) === 'connected';
    if (isConnected && !wasConnected && everConnected) onReconnect();
    everConnected ||= isConnected;
    wasConnected = isConnected;
  });
}
