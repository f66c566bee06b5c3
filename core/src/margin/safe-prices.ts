/**
 * Between which prices of a contract nobody who holds it can come below a level of margin, so that a price in between is
 * no reason to look at anybody. Kept narrow rather than wide: everyone who is looked at and found well narrows it by what
 * they can lose, and it is widened only by looking at all of them anew.
 */
import type { Lots, Ticks } from '#values/units.ts';
export interface SafePrices {
  lowTicks: Ticks;
  highTicks: Ticks;
}

export function anyPrice(): SafePrices {
  return { lowTicks: Number.NEGATIVE_INFINITY, highTicks: Number.POSITIVE_INFINITY };
}

export function isSafe({ lowTicks, highTicks }: SafePrices, ticks: Ticks): boolean {
  return lowTicks <= ticks && ticks <= highTicks;
}

/**
 * Who holds so many lots at a mark and can lose so many dong on them narrows the prices to those at which the loss is
 * smaller; gains are no matter. A tick is left for what rounding could add.
 */
export function narrow(
  safe: SafePrices,
  held: {
    readonly netLots: Lots;
    readonly markTicks: Ticks;
    readonly tickVnd: number;
    readonly lossVnd: number;
  },
): void {
  const { netLots, markTicks, tickVnd, lossVnd } = held;
  const ticks = Math.max(0, Math.floor(lossVnd / (Math.abs(netLots) * tickVnd)) - 1);
  if (netLots > 0) safe.lowTicks = Math.max(safe.lowTicks, markTicks - ticks);
  else if (netLots < 0) safe.highTicks = Math.min(safe.highTicks, markTicks + ticks);
}
