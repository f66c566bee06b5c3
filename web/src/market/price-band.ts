/** How far a price may lie from what it is held against: the engine's band and the ticket's warning, by one rounding. */
import { parseDecimal, rescale, type Ticks } from '@mua/core/values';

/** The share of the absolute reference, down to whole ticks, but no less than so many ticks. */
export function bandDistanceTicks(referenceTicks: Ticks, percent: string, minTicks: Ticks): Ticks {
  const decimal = parseDecimal(percent);
  const basisPoints = Number((decimal && rescale(decimal, 2)) ?? 0n);
  return Math.max(Math.floor((Math.abs(referenceTicks) * basisPoints) / 10_000), minTicks);
}
