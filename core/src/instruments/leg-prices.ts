/**
 * What a trade in a spread costs in its legs (docs/rules/orders.md#calendar-spreads). Only the difference of the two
 * prices is traded; where they lie is a convention, and it must not lie where a leg could not trade.
 */
import type { DailyLimits } from '#instruments/daily-limit.ts';
import type { Ticks } from '#values/units.ts';

/** Prices of both legs; near less far is the spread's price. */
export interface LegPrices {
  readonly nearTicks: Ticks;
  readonly farTicks: Ticks;
}

/** A leg's own book and its last settlement. */
export interface LegQuote {
  readonly bestBidTicks: Ticks | null;
  readonly bestAskTicks: Ticks | null;
  readonly settlementTicks: Ticks;
}

/** Daily limits and price band together; null where neither is. A price must satisfy both. */
export function legBounds(limits: DailyLimits | null, band: DailyLimits | null): DailyLimits | null {
  if (!limits || !band) return limits ?? band;
  const lowestTicks = Math.max(limits.lowestTicks, band.lowestTicks);
  const highestTicks = Math.min(limits.highestTicks, band.highestTicks);
  // The exchange's limits are a rule, the band is the broker's caution.
  return lowestTicks <= highestTicks ? { lowestTicks, highestTicks } : limits;
}

/** The spread's lowest and highest price for which its legs have prices; null while a leg is not bounded. */
export function spreadLimits(near: DailyLimits | null, far: DailyLimits | null): DailyLimits | null {
  if (!near || !far) return null;
  return { lowestTicks: near.lowestTicks - far.highestTicks, highestTicks: near.highestTicks - far.lowestTicks };
}

/**
 * The near leg at the middle of its best bid and ask, within its bounds; the far leg at that less the spread's price.
 * Where the far leg would leave its bounds, both move by what is missing.
 */
export function legPrices(
  spreadTicks: Ticks,
  near: LegQuote,
  bounds: { readonly near: DailyLimits | null; readonly far: DailyLimits | null },
): LegPrices {
  const wantedTicks = within(bounds.near, middleTicks(near));
  const farTicks = within(bounds.far, wantedTicks - spreadTicks);
  return { nearTicks: farTicks + spreadTicks, farTicks };
}

/** In whole ticks, rounded toward the settlement, which is also the answer where a side is empty. */
function middleTicks({ bestBidTicks, bestAskTicks, settlementTicks }: LegQuote): Ticks {
  if (bestBidTicks === null || bestAskTicks === null) return settlementTicks;
  const below = Math.floor((bestBidTicks + bestAskTicks) / 2);
  const isHalf = (bestBidTicks + bestAskTicks) % 2 !== 0;
  return isHalf && settlementTicks > below ? below + 1 : below;
}

function within(bounds: DailyLimits | null, ticks: Ticks): Ticks {
  return bounds ? Math.min(bounds.highestTicks, Math.max(bounds.lowestTicks, ticks)) : ticks;
}
