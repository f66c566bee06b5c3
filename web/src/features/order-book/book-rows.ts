/** Prepares the order book for display: levels joined to groups of ticks, with sums from the best price outwards. */
import type { Lots, Side, Ticks } from '@mua/core/values';
import type { DepthLevelTicks, DepthTicks } from '#market/depth-store.ts';

export const BOOK_LEVELS = 10;

export interface BookLevel {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly cumulativeLots: Lots;
  /** Cumulative share of the deeper side's sum, 0 to 1. */
  readonly depth: number;
  /** Own lots resting here. */
  readonly ownLots: Lots;
}

export interface BookRows {
  /** Best first, at most ten a side. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** Best ask minus best bid, before grouping; null when a side is empty. */
  readonly spreadTicks: Ticks | null;
  /** Bid lots as a percentage of all lots; null for an empty book. */
  readonly bidShare: number | null;
}

/** Own working lots by `ownKey`. */
export type OwnLots = ReadonlyMap<string, number>;

export function ownKey(side: Side, priceTicks: Ticks): string {
  return `${side} ${priceTicks}`;
}

export function bookRows(depth: DepthTicks, { groupTicks, own }: { groupTicks: Ticks; own: OwnLots }): BookRows {
  const bids = grouped(depth.bids, 'BUY', groupTicks);
  const asks = grouped(depth.asks, 'SELL', groupTicks);
  const bidLots = bids.at(-1)?.cumulativeLots ?? 0;
  const askLots = asks.at(-1)?.cumulativeLots ?? 0;
  const deepest = Math.max(bidLots, askLots);
  const bestBid = depth.bids[0]?.priceTicks;
  const bestAsk = depth.asks[0]?.priceTicks;
  const ownGrouped = ownByGroup(own, groupTicks);
  const finished = (levels: readonly DepthLevelTicks[], side: Side) =>
    levels.map((level) => ({
      ...level,
      depth: deepest === 0 ? 0 : level.cumulativeLots / deepest,
      ownLots: ownGrouped.get(ownKey(side, level.priceTicks)) ?? 0,
    }));
  return {
    bids: finished(bids, 'BUY'),
    asks: finished(asks, 'SELL'),
    spreadTicks: bestBid === undefined || bestAsk === undefined ? null : bestAsk - bestBid,
    bidShare: deepest === 0 ? null : Math.round((bidLots / (bidLots + askLots)) * 100),
  };
}

/** A group is named by its far edge: in twos, bids at 101 and 100 are shown at 100, asks at 101 and 102 at 102. */
export function groupPrice(side: Side, priceTicks: Ticks, groupTicks: Ticks): number {
  const round = side === 'BUY' ? Math.floor : Math.ceil;
  // Avoids a negative zero on screen.
  return round(priceTicks / groupTicks) * groupTicks || 0;
}

function grouped(levels: readonly DepthLevelTicks[], side: Side, groupTicks: Ticks): DepthLevelTicks[] {
  const joined: DepthLevelTicks[] = [];
  let cumulativeLots = 0;
  for (const { priceTicks, lots } of levels) {
    const price = groupPrice(side, priceTicks, groupTicks);
    cumulativeLots += lots;
    const last = joined.at(-1);
    if (last?.priceTicks === price) joined[joined.length - 1] = { ...last, lots: last.lots + lots, cumulativeLots };
    else joined.push({ priceTicks: price, lots, cumulativeLots });
  }
  return joined.slice(0, BOOK_LEVELS);
}

function ownByGroup(own: OwnLots, groupTicks: Ticks): OwnLots {
  if (groupTicks === 1) return own;
  const sums = new Map<string, number>();
  for (const [key, lots] of own) {
    const [side, ticks] = key.split(' ');
    const known: Side = side === 'BUY' ? 'BUY' : 'SELL';
    const at = ownKey(known, groupPrice(known, Number(ticks), groupTicks));
    sums.set(at, (sums.get(at) ?? 0) + lots);
  }
  return sums;
}
