/** Daily price limits: how far a contract may trade from its last settlement. Dated data of the commodity. */
import { type Dated, inForce } from './dated.ts';

/** A share of the settlement price, or a distance in ticks. */
export type DailyLimitRule =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'ticks'; readonly ticks: number };

/** Lowest and highest price of the day, both included: nothing trades beyond (trading rules, "Band"). */
export interface DailyLimits {
  readonly lowestTicks: number;
  readonly highestTicks: number;
}

/** Rounded inwards to whole ticks. None without a rule in force or without a settlement price. */
export function dailyLimits(
  commodity: { readonly dailyLimit?: Dated<DailyLimitRule | null> },
  settlementTicks: number | null,
  timeMs: number,
): DailyLimits | undefined {
  const rule = commodity.dailyLimit && inForce(commodity.dailyLimit, timeMs);
  if (!rule || settlementTicks === null) return undefined;
  const distance =
    rule.kind === 'ticks' ? rule.ticks : Math.floor((Math.abs(settlementTicks) * rule.basisPoints) / 10_000);
  return { lowestTicks: settlementTicks - distance, highestTicks: settlementTicks + distance };
}
