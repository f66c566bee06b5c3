/**
 * Computes how far a price may lie from its reference: the engine's band and the ticket's warning share one rounding.
 */
import { parseDecimal, rescale, type Ticks } from '@mua/core/values';

/** Returns the percentage of the absolute reference, rounded down to whole ticks, but at least `minTicks`. */
export function bandDistanceTicks(referenceTicks: Ticks, percent: string, minTicks: Ticks): Ticks {
  const decimal = parseDecimal(percent);
  const basisPoints = Number((decimal && rescale(decimal, 2)) ?? 0n);
  return Math.max(Math.floor((Math.abs(referenceTicks) * basisPoints) / 10_000), minTicks);
}
