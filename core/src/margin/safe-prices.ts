/**
 * The range of a contract's prices in which no holder can fall below a margin level, so that a price within it needs no
 * account to be checked. The range is conservative: each holder found healthy narrows it by what it can lose, and only
 * checking all holders again widens it.
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
 * Narrows the range for a holder of these lots, valued at a mark, that can lose this many dong: to prices at which its
 * loss is smaller. Gains don't matter. One tick is reserved for rounding.
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
