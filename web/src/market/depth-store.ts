/**
 * Holds the order book of the contract on the desk, in ticks. It belongs to one contract at a time: data for another is
 * dropped, and a change of contract shows an empty book rather than the last one's levels.
 */
import type { Depth } from '@mua/contract/entities/depth';
import { type Lots, type PriceGrid, priceFromText, type Ticks } from '@mua/core/values';
import { useMemo } from 'react';
import { createFrameValue, type FrameValue, useFrameValue } from '#clock/frame-value.ts';

export interface DepthLevelTicks {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  /** Sum of lots from the best level to this one. */
  readonly cumulativeLots: Lots;
}

export interface DepthTicks {
  readonly code: string;
  /** Best first. */
  readonly bids: readonly DepthLevelTicks[];
  readonly asks: readonly DepthLevelTicks[];
  readonly timeMs: number;
}

export const depthValue: FrameValue<DepthTicks | null> = createFrameValue<DepthTicks | null>(null);

/** Returns the book of `code`; null until its first one has come. `watchDepth` subscribes to it. */
export function useDepth(code: string): DepthTicks | null {
  const depth = useFrameValue(depthValue);
  return useMemo(() => (depth?.code === code ? depth : null), [depth, code]);
}

export function depthFrom(depth: Depth, grid: PriceGrid): DepthTicks {
  return {
    code: depth.code,
    bids: levelsFrom(depth.bids, grid),
    asks: levelsFrom(depth.asks, grid),
    timeMs: Date.parse(depth.time),
  };
}

function levelsFrom(levels: Depth['bids'], grid: PriceGrid): DepthLevelTicks[] {
  let cumulativeLots = 0;
  return levels.flatMap(({ price, lots }) => {
    const reading = priceFromText(price, grid);
    if (reading.kind !== 'price') return [];
    cumulativeLots += lots;
    return { priceTicks: reading.ticks, lots, cumulativeLots };
  });
}
