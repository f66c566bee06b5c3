/**
 * The range of price alerts: four times the market's price either way. Anything farther is a typing error; prices below
 * zero stay possible, because oil has traded there (20 April 2020, CME WTI at −37.63).
 */
import type { Ticks } from '#values/units.ts';

const REACH = 4;
/** A market near zero gets a minimum range. */
const LEAST_TICKS = 100;

export interface AlertRange {
  readonly lowerTicks: Ticks;
  readonly upperTicks: Ticks;
}

export function alertRange(marketTicks: Ticks): AlertRange {
  const reach = REACH * Math.max(LEAST_TICKS, Math.abs(marketTicks));
  return { lowerTicks: marketTicks - reach, upperTicks: marketTicks + reach };
}

export function isInAlertRange(ticks: Ticks, { lowerTicks, upperTicks }: AlertRange): boolean {
  return ticks >= lowerTicks && ticks <= upperTicks;
}
