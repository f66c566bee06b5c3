/**
 * Decides which prices the ladder shows, and when that may change. Rows never move while in use: the window follows the
 * market only while neither pointer nor focus is inside, and then only when the last price nears its edge. Pure.
 */
import type { Lots, Side, Ticks } from '@mua/core/values';
import type { DepthTicks } from '#market/depth-store.ts';
import type { LimitTicks } from '#market/price-state.ts';
import type { VolumeAtPrice } from '#market/volume-at-price.ts';

/** Prices from the top down: a window of this many rows around a centre, within the day's limits. */
export interface LadderWindow {
  readonly centreTicks: Ticks;
  readonly rows: number;
}

export interface LadderRow {
  readonly priceTicks: Ticks;
  readonly bidLots: Lots;
  readonly askLots: Lots;
  /** Share of the largest size shown, 0 to 1. */
  readonly share: number;
  readonly isLast: boolean;
  /** Of the last trade, where it was. */
  readonly lastLots: Lots | null;
  /** Traded here on this trade date. */
  readonly tradedLots: Lots;
  /** Share of the most traded at a price shown, 0 to 1. */
  readonly tradedShare: number;
  readonly marks: readonly LadderMark[];
}

/** What is written beside a price. */
export const LADDER_MARKS = ['high', 'low', 'settlement', 'average'] as const;
export type LadderMark = (typeof LADDER_MARKS)[number];

export interface LadderMarket {
  readonly depth: DepthTicks | null;
  readonly lastTicks: Ticks | null;
  readonly lastLots: Lots | null;
  readonly traded: VolumeAtPrice;
  /** Where each mark is; null for nowhere. */
  readonly marks: Readonly<Record<LadderMark, Ticks | null>>;
}

export function topTicks({ centreTicks, rows }: LadderWindow): Ticks {
  return centreTicks + Math.floor((rows - 1) / 2);
}

export function ladderRows(
  window: LadderWindow,
  { depth, lastTicks, lastLots, traded, marks }: LadderMarket,
): LadderRow[] {
  const bids = new Map(depth?.bids.map(({ priceTicks, lots }) => [priceTicks, lots]));
  const asks = new Map(depth?.asks.map(({ priceTicks, lots }) => [priceTicks, lots]));
  const top = topTicks(window);
  const prices = Array.from({ length: window.rows }, (_, row) => top - row);
  const largest = Math.max(1, ...prices.map((price) => Math.max(bids.get(price) ?? 0, asks.get(price) ?? 0)));
  const mostTraded = Math.max(1, ...prices.map((price) => traded.get(price) ?? 0));
  return prices.map((priceTicks) => {
    const tradedLots = traded.get(priceTicks) ?? 0;
    const bidLots = bids.get(priceTicks) ?? 0;
    const askLots = asks.get(priceTicks) ?? 0;
    return {
      priceTicks,
      bidLots,
      askLots,
      share: Math.max(bidLots, askLots) / largest,
      isLast: priceTicks === lastTicks,
      lastLots: priceTicks === lastTicks ? lastLots : null,
      tradedLots,
      tradedShare: tradedLots / mostTraded,
      marks: LADDER_MARKS.filter((mark) => marks[mark] === priceTicks),
    };
  });
}

/** Scrolls manually, as far as the window still contains prices tradable today. */
export function scrolled(window: LadderWindow, byTicks: Ticks, limits: LimitTicks | null): LadderWindow {
  const wanted = window.centreTicks + byTicks;
  const centreTicks = limits === null ? wanted : Math.min(limits.upper, Math.max(limits.lower, wanted));
  return { ...window, centreTicks };
}

/** With room for more rows or fewer, a window in use keeps its top row where it is: only the bottom comes and goes. */
export function refitted(
  window: LadderWindow,
  { rows, isHeld }: { readonly rows: number; readonly isHeld: boolean },
): LadderWindow {
  if (rows === window.rows) return window;
  return { rows, centreTicks: isHeld ? topTicks(window) - Math.floor((rows - 1) / 2) : window.centreTicks };
}

/** Tells whether the market is within a sixth of an edge; an unused ladder then follows it. */
export function hasDrifted(window: LadderWindow, lastTicks: Ticks): boolean {
  const margin = Math.max(1, Math.floor(window.rows / 6));
  const top = topTicks(window);
  const bottom = top - window.rows + 1;
  return lastTicks > top - margin || lastTicks < bottom + margin;
}

export type LadderOrder =
  | { readonly orderType: 'LIMIT'; readonly side: Side; readonly priceTicks: Ticks }
  | { readonly orderType: 'STOP'; readonly side: Side; readonly priceTicks: Ticks };

/**
 * Interprets a click: a limit order at this price, or with the modifier a stop. A stop on the wrong side of the market
 * would trigger at once, which a click on a ladder never intends: null.
 */
export function orderOfClick(
  side: Side,
  priceTicks: Ticks,
  { isStop, lastTicks }: { readonly isStop: boolean; readonly lastTicks: Ticks | null },
): LadderOrder | null {
  if (!isStop) return { orderType: 'LIMIT', side, priceTicks };
  if (lastTicks === null) return null;
  const waits = side === 'BUY' ? priceTicks > lastTicks : priceTicks < lastTicks;
  return waits ? { orderType: 'STOP', side, priceTicks } : null;
}
