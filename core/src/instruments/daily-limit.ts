/** Daily price limits: how far a contract may trade from its last settlement. Dated data of the commodity. */
import { type Dated, inForce } from '#instruments/dated.ts';
import type { Ticks } from '#values/units.ts';

/** A share of the settlement price, or a distance in ticks. */
export type DailyLimitRule =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'ticks'; readonly ticks: Ticks };

/** Lowest and highest price of the day, inclusive: nothing trades beyond (docs/rules/market.md#daily-limits). */
export interface DailyLimits {
  readonly lowestTicks: Ticks;
  readonly highestTicks: Ticks;
}

/** The day's limits, rounded inwards to whole ticks; null without a rule in force or a settlement price. */
export function dailyLimits(
  commodity: { readonly dailyLimit?: Dated<DailyLimitRule | null> },
  settlementTicks: Ticks | null,
  timeMs: number,
): DailyLimits | undefined {
  const rule = commodity.dailyLimit && inForce(commodity.dailyLimit, timeMs);
  if (!rule || settlementTicks === null) return undefined;
  const distance =
    rule.kind === 'ticks' ? rule.ticks : Math.floor((Math.abs(settlementTicks) * rule.basisPoints) / 10_000);
  return { lowestTicks: settlementTicks - distance, highestTicks: settlementTicks + distance };
}
