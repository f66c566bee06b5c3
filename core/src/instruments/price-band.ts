/** The price band: how far a limit price may be from the last settlement (docs/rules/orders.md#price-band). */
import type { TradingRules } from '#instruments/trading-rules.ts';
import type { Ticks } from '#values/units.ts';

export type BandRules = Pick<TradingRules, 'bandBasisPoints' | 'bandMinTicks'>;

/**
 * Around a reference, undefined without one: the larger of a share of its absolute value, rounded down to whole ticks,
 * and a number of ticks.
 */
export function priceBand(reference: Ticks | null, { bandBasisPoints, bandMinTicks }: BandRules) {
  if (reference === null) return undefined;
  const distance = Math.max(Math.floor((Math.abs(reference) * bandBasisPoints) / 10_000), bandMinTicks);
  return { reference, lowestTicks: reference - distance, highestTicks: reference + distance };
}
