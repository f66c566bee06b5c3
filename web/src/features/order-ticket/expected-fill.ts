/** Estimates what a market order would meet in the visible book: not a promise, but better than a guess. */
import { averagePriceText, type Lots, type PriceGrid, type Side, type Ticks } from '@mua/core/values';
import type { DepthTicks } from '#market/depth-store.ts';

export interface ExpectedFill {
  /** Formatted like an average on the wire. */
  readonly averagePrice: string;
  /** The worst price that it reaches. */
  readonly worstTicks: Ticks;
  /** Distance from the best price to that one. */
  readonly slipTicks: Ticks;
  /** Fewer than requested if the visible book ends. */
  readonly lots: Lots;
}

/** Null without a book, or with nobody on the other side of it. */
export function expectedFill(
  { side, lots }: { readonly side: Side; readonly lots: Lots },
  depth: Pick<DepthTicks, 'bids' | 'asks'> | null,
  grid: PriceGrid,
): ExpectedFill | null {
  const levels = (side === 'BUY' ? depth?.asks : depth?.bids) ?? [];
  const [best] = levels;
  if (!best || lots < 1) return null;
  let left = lots;
  let notional = 0;
  let worstTicks = best.priceTicks;
  for (const level of levels) {
    if (left === 0) break;
    const taken = Math.min(left, level.lots);
    left -= taken;
    notional += taken * level.priceTicks;
    worstTicks = level.priceTicks;
  }
  const filled = lots - left;
  if (filled < 1) return null;
  return {
    averagePrice: averagePriceText(BigInt(notional), filled, grid),
    worstTicks,
    slipTicks: Math.abs(worstTicks - best.priceTicks),
    lots: filled,
  };
}
