/**
 * Stores the market as last seen on this device when the page is hidden, for a start without a network: the board then
 * shows what it knew, and from when (offline-notice). With a network it is never shown: yesterday's prices must not
 * appear on a screen for even a moment as if they were today's.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { listContracts } from '@mua/contract/http/market';
import { priceToText } from '@mua/core/values';
import { create } from 'zustand';
import { priceStore, type QuoteField } from '#market/price-store.ts';
import { type Connections, useBrowserOnline, useConnections } from '#network/connection-store.ts';
import { nowMs } from '#session/clock.ts';
import { readKept, writeKept } from '#session/kept-value.ts';

const KEY = 'kept-market';

/** Stores the market whenever the page is hidden, which is the last moment a phone grants it. */
export function keepMarketOnLeaving(contracts: () => readonly Contract[]): () => void {
  const keep = () => {
    if (document.visibilityState === 'hidden') keepMarket(contracts());
  };
  document.addEventListener('visibilitychange', keep);
  return () => document.removeEventListener('visibilitychange', keep);
}

interface KeptMarket {
  readonly contracts: readonly Contract[];
  readonly atMs: number;
}

/**
 * Stores the listed contracts with the prices as they were last received, which on a dead line is not now: a reload
 * must not make them look newer. Prices stay the wire's decimal text. A restored market is not stored again as new.
 */
export function keepMarket(contracts: readonly Contract[]): void {
  const memory = useMarketMemory.getState();
  const atMs = receivedMsOf(memory, useConnections.getState().connections);
  if (contracts.length === 0 || atMs === null || memory.shownFromMs !== null) return;
  const items = contracts.map((contract) => ({ ...contract, ...pricesOf(contract) }));
  writeKept(KEY, JSON.stringify({ atMs, items }));
}

/** Tells whether the page must rely on what it knew: the browser has no network, or no server answers. */
export function useWithoutNetwork(): boolean {
  const isOnline = useBrowserOnline();
  const isRemembered = useMarketMemory(({ shownFromMs }) => shownFromMs !== null);
  return !isOnline || isRemembered;
}

/** Returns the time of the prices on the screen; null while there are none. */
export function usePricesReceivedMs(): number | null {
  const memory = useMarketMemory();
  return useConnections(({ connections }) => receivedMsOf(memory, connections));
}

/**
 * Dates the prices: calls delivered them first; since then each feed's heartbeats say that no change was missed. Two
 * feeds are as old as the older one, because one time stands for the whole board.
 */
function receivedMsOf({ shownFromMs, calledMs }: MarketMemory, { market, exchange }: Connections): number | null {
  const feeds = [market, exchange].filter((feed) => feed !== undefined);
  if (shownFromMs !== null || calledMs === null || feeds.length === 0) return shownFromMs ?? calledMs;
  return Math.min(...feeds.map(({ lastMessageMs }) => Math.max(calledMs, lastMessageMs ?? calledMs)));
}

interface MarketMemory {
  /** Time of the market on the screen, while it is only remembered. */
  readonly shownFromMs: number | null;
  /** Time of the prices delivered by calls, or by the stored market before them. */
  readonly calledMs: number | null;
  /**
   * Returns the stored market, now shown; null when there is none, or when this page has seen a newer market itself.
   */
  recall(): readonly Contract[] | null;
  /** Called when the server has answered: its answer is newer than anything stored. */
  forget(): void;
  /** Called when a call has delivered all prices. */
  receive(atMs: number): void;
}

export const useMarketMemory = create<MarketMemory>()((set, get) => ({
  shownFromMs: null,
  calledMs: null,
  recall: () => {
    const { shownFromMs, calledMs } = get();
    const hasSeenMarket = shownFromMs === null && calledMs !== null;
    const kept = hasSeenMarket ? null : keptMarket();
    if (kept) set({ shownFromMs: kept.atMs, calledMs: kept.atMs });
    return kept?.contracts ?? null;
  },
  // Remembered prices stay on the screen until newer ones arrive (seed-prices.ts), and so does their time.
  forget: () => set(({ calledMs }) => ({ shownFromMs: null, calledMs: calledMs ?? nowMs() })),
  receive: (atMs) => set({ calledMs: atMs }),
}));

/** Returns null when nothing was stored, or when another release stored it in another format. */
function keptMarket(): KeptMarket | null {
  try {
    const kept: unknown = JSON.parse(readKept(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('atMs' in kept) || !('items' in kept)) return null;
    const page = listContracts.replies[200].safeParse({ items: kept.items, nextCursor: null });
    return page.success && typeof kept.atMs === 'number' ? { contracts: page.data.items, atMs: kept.atMs } : null;
  } catch {
    return null;
  }
}

function pricesOf({ code, decimalFormat }: Contract): Partial<Contract> {
  const text = (field: QuoteField) => {
    const ticks = priceStore.read(code, field);
    return ticks === null ? null : priceToText(ticks, decimalFormat);
  };
  const timeMs = priceStore.read(code, 'timeMs');
  return {
    matchPrice: text('last'),
    matchVolume: priceStore.read(code, 'lastLots'),
    bidPrice: text('bid'),
    bidVolume: priceStore.read(code, 'bidLots'),
    askPrice: text('ask'),
    askVolume: priceStore.read(code, 'askLots'),
    open: text('open'),
    high: text('high'),
    low: text('low'),
    settlementPrice: text('settlement'),
    volume: priceStore.read(code, 'volume') ?? 0,
    pricesAt: timeMs === null ? null : new Date(timeMs).toISOString(),
  };
}
