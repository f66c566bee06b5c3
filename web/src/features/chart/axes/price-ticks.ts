/** Chooses the labels of the price axis: round prices of the contract's own grid, never a number between two ticks. */
import type { PriceGrid, Ticks } from '@mua/core/values';

export interface AxisRangeTicks {
  readonly lowTicks: Ticks;
  readonly highTicks: Ticks;
  /** How many labels fit. */
  readonly count: number;
}

/** Steps that look round: 1, 2, 5 and 2.5 times a power of ten, and for eighths the halves and quarters. */
const DECIMAL_STEPS = [1, 2, 2.5, 5, 10];
const EIGHTH_STEPS = [0.125, 0.25, 0.5, 1, 2, 5, 10];

/** Prices in ticks, lowest first. */
export function priceTicks(range: AxisRangeTicks, grid: PriceGrid): number[] {
  const { lowTicks, highTicks, count } = range;
  if (!(highTicks > lowTicks) || count < 1) return [];
  const step = stepTicks((highTicks - lowTicks) / count, grid);
  const first = Math.ceil(lowTicks / step) * step;
  const ticks: number[] = [];
  for (let tick = first; tick <= highTicks; tick += step) ticks.push(tick);
  return ticks;
}

/** Returns the smallest round step of whole ticks that is at least `atLeast`. */
function stepTicks(atLeast: number, grid: PriceGrid): Ticks {
  const unit = grid.tickUnits / 10 ** grid.scale;
  const wanted = Math.max(atLeast, 1) * unit;
  const eighths = grid.display === 'eighths' && wanted <= 10;
  const power = eighths ? 1 : 10 ** Math.floor(Math.log10(wanted));
  for (const step of eighths ? EIGHTH_STEPS : DECIMAL_STEPS) {
    const ticks = (step * power) / unit;
    const whole = Math.round(ticks);
    if (whole >= 1 && Math.abs(ticks - whole) < 1e-6 && step * power >= wanted - 1e-9) return whole;
  }
  return Math.ceil(wanted / unit);
}
