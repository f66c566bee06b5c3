/**
 * The content of the market feed: changes since the last frame, each contract's part encoded once, and snapshots of
 * exactly the state after the last frame. A frame carries differences: applied to any other state they could miss a
 * value that changed and changed back.
 */

import type { Quote } from '@mua/contract/entities/prices';
import type { CandleChange, MarketEvent } from '@mua/contract/feeds/market-feed';
import { LIMITS } from '@mua/contract/limits';
import type { PriceGrid } from '@mua/core/values';
import { createGrowingBars } from '#feeds/growing-bars.ts';
import type { MarketView } from '#market/market-view.ts';
import { depthToWire, quoteToWire, tradeToWire } from '#market/market-wire.ts';
import type { ContractUpdate, Trade } from '#venue/port/market-data.ts';

/** One frame of one event: parts by contract code, each the inside of a JSON array. */
export interface Frame {
  readonly event: MarketEvent;
  readonly seq: number;
  readonly parts: ReadonlyMap<string, string>;
}

export interface MarketFrames {
  note(updates: readonly ContractUpdate[]): void;
  /** Whether the next cut would contain anything. */
  hasChanges(): boolean;
  /** Changes since the last cut, as frames with their seq. */
  cut(): Frame[];
  seqOf(event: MarketEvent): number;
  /** JSON of a snapshot of these contracts. */
  snapshot(event: MarketEvent, codes: Iterable<string>): string;
  /** Loads what a snapshot of bars needs for contracts that have not traded since the start. */
  prepare(event: MarketEvent, codes: readonly string[]): Promise<void>;
  priceboard(codes: Iterable<string>): { seq: number; items: Quote[] };
}

const TAPE_IN_SNAPSHOT = 50;
/** Trades of one contract per frame; in a larger burst the oldest are dropped. */
const TAPE_IN_FRAME = 200;

export function createMarketFrames(market: MarketView, gridOf: (code: string) => PriceGrid | undefined): MarketFrames {
  const seqs: Record<MarketEvent, number> = { prices: 0, depth: 0, trades: 0, candles: 0 };
  /** Quotes as of the last frame. */
  const published = new Map<string, Quote>();
  const movedQuotes = new Set<string>();
  const movedDepths = new Map<string, number>();
  const newTrades = new Map<string, Trade[]>();
  const bars = createGrowingBars(market, gridOf);

  function rememberTrades(code: string, trades: readonly Trade[]): void {
    const known = newTrades.get(code) ?? [];
    known.push(...trades);
    if (known.length > TAPE_IN_FRAME) known.splice(0, known.length - TAPE_IN_FRAME);
    newTrades.set(code, known);
  }

  function currentQuote(code: string): Quote | undefined {
    const grid = gridOf(code);
    const view = market.quote(code);
    return grid && view && quoteToWire(view, grid);
  }

  /** The quote that clients have or, before any frame contained it, the current one, which then counts as published. */
  function publishedQuote(code: string): Quote | undefined {
    const known = published.get(code) ?? currentQuote(code);
    if (known) published.set(code, known);
    return known;
  }

  function quotePart(code: string): string | undefined {
    const now = currentQuote(code);
    if (!now) return undefined;
    const before = published.get(code);
    published.set(code, now);
    const change = before ? differenceOf(before, now) : now;
    return change && JSON.stringify(change);
  }

  function depthPart(code: string, timeMs: number): string | undefined {
    const grid = gridOf(code);
    const depth = market.depth(code);
    return grid && depth && JSON.stringify(depthToWire(code, depth, timeMs, grid));
  }

  function tradesPart(code: string, trades: readonly Trade[]): string | undefined {
    const grid = gridOf(code);
    return grid && trades.map((trade) => JSON.stringify(tradeToWire(code, trade, grid))).join(',');
  }

  function frameOf(event: MarketEvent, entries: Iterable<readonly [string, string | undefined]>): Frame | undefined {
    const parts = new Map<string, string>();
    for (const [code, part] of entries) if (part !== undefined && part !== '') parts.set(code, part);
    if (parts.size === 0) return undefined;
    seqs[event] += 1;
    return { event, seq: seqs[event], parts };
  }

  function snapshotItems(event: MarketEvent, code: string): string | undefined {
    switch (event) {
      case 'prices':
        return JSON.stringify(publishedQuote(code));
      case 'depth':
        return depthPart(code, movedDepths.get(code) ?? market.quote(code)?.timeMs ?? 0);
      case 'trades': {
        // Trades of the next frame must not be in the snapshot before it.
        const coming = new Set(newTrades.get(code)?.map((trade) => trade.tradeId));
        const tape = market.tape(code, null, TAPE_IN_SNAPSHOT).filter((trade) => !coming.has(trade.tradeId));
        return tradesPart(code, [...tape].reverse());
      }
      case 'candles':
        return bars.present(code).map(jsonOf).join(',');
    }
  }

  return {
    note(updates) {
      for (const { contractCode, timeMs, bids, asks, trades, hasGap } of updates) {
        movedQuotes.add(contractCode);
        // Where it can't be completed it is with the next gap, or the minute ends.
        if (hasGap) bars.mend(contractCode).catch(() => {});
        if (bids || asks) movedDepths.set(contractCode, timeMs);
        if (!trades || trades.length === 0) continue;
        rememberTrades(contractCode, trades);
        bars.add(contractCode, trades);
      }
    },
    hasChanges: () => movedQuotes.size > 0,
    cut() {
      const frames = [
        frameOf(
          'prices',
          map(movedQuotes, (code) => [code, quotePart(code)]),
        ),
        frameOf(
          'depth',
          map(movedDepths, ([code, timeMs]) => [code, depthPart(code, timeMs)]),
        ),
        frameOf(
          'trades',
          map(newTrades, ([code, trades]) => [code, tradesPart(code, trades)]),
        ),
        frameOf(
          'candles',
          map(newTrades, ([code]) => [code, bars.takeChanged(code).map(jsonOf).join(',')]),
        ),
      ];
      movedQuotes.clear();
      movedDepths.clear();
      newTrades.clear();
      return frames.filter((frame) => frame !== undefined);
    },
    seqOf: (event) => seqs[event],
    snapshot(event, codes) {
      const items = map(codes, (code) => snapshotItems(event, code)).filter(
        (item) => item !== undefined && item !== '',
      );
      return `{"event":"${event}","seq":${seqs[event]},"items":[${items.join(',')}]}`;
    },
    async prepare(event, codes) {
      if (event === 'candles') await bars.load(codes.slice(0, LIMITS.subscriptionsPerSocket));
    },
    priceboard(codes) {
      const items = map(codes, publishedQuote).filter((quote) => quote !== undefined);
      return { seq: seqs.prices, items };
    },
  };
}

function map<T, R>(items: Iterable<T>, change: (item: T) => R): R[] {
  return Array.from(items, change);
}

function jsonOf(bar: CandleChange): string {
  return JSON.stringify(bar);
}

/** The code and the changed fields; undefined if nothing changed. */
function differenceOf(before: Quote, now: Quote): Partial<Quote> | undefined {
  const changed = Object.entries(now).filter(([field, value]) => before[field as keyof Quote] !== value);
  return changed.length === 0 ? undefined : { code: now.code, ...Object.fromEntries(changed) };
}
