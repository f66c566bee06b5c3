/**
 * How far from the market a price may be waited for: four times its own price either way. Further off stands a digit too
 * many, not an opinion; below zero it stays possible, because oil has been there (20 April 2020, CME WTI at −37.63).
 */
import type { Ticks } from '#values/units.ts';

const REACH = 4;
/** A market near zero leaves room to move too. */
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
