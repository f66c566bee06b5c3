/**
 * Converts between the ticks used in calculations and the decimal prices that the library draws. Floats are used for
 * drawing only.
 */
import type { PriceGrid, Ticks } from '@mua/core/values';

export interface PriceScale {
  readonly grid: PriceGrid;
  /** One tick in the price unit. */
  readonly unit: number;
  priceOf(ticks: Ticks): number;
  /** Rounds to the nearest tick: averages may lie between two. */
  ticksOf(price: number): number;
}

export function priceScale(grid: PriceGrid): PriceScale {
  const unit = grid.tickUnits / 10 ** grid.scale;
  return { grid, unit, priceOf: (ticks) => ticks * unit, ticksOf: (price) => Math.round(price / unit) };
}
