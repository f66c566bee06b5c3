/** Between the ticks we reckon in and the decimal prices the library draws. Drawing is all that floats are used for. */
import type { PriceGrid, Ticks } from '@mua/core/values';

export interface PriceScale {
  readonly grid: PriceGrid;
  /** One tick in the price unit. */
  readonly unit: number;
  priceOf(ticks: Ticks): number;
  /** The nearest whole tick: averages lie between two. */
  ticksOf(price: number): number;
}

export function priceScale(grid: PriceGrid): PriceScale {
  const unit = grid.tickUnits / 10 ** grid.scale;
  return { grid, unit, priceOf: (ticks) => ticks * unit, ticksOf: (price) => Math.round(price / unit) };
}
