/**
 * Where a fill in the spread would put its two months at this moment, by the exchange's own rule
 * (docs/rules/orders.md#calendar-spreads). The near month's book at the fill decides, so these are estimates.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { legBounds, legPrices } from '@mua/core/preview/roll';
import type { Ticks } from '@mua/core/values';
import type { RollPrices } from '#features/positions/roll-facts.tsx';
import { bandDistanceTicks } from '#market/price-band.ts';
import { limitsNow } from '#market/price-state.ts';
import { useQuoteField } from '#market/use-quote.ts';

/** Unknown without a price of the spread, or a settlement. */
export function useSpreadLegPrices(near: Contract, far: Contract, spreadTicks: Ticks | null): RollPrices {
  const bestBidTicks = useQuoteField(near.code, 'bid');
  const bestAskTicks = useQuoteField(near.code, 'ask');
  const settlementTicks = useQuoteField(near.code, 'settlement');
  const farSettlementTicks = useQuoteField(far.code, 'settlement');
  if (spreadTicks === null || settlementTicks === null) return { near: null, far: null };
  const bounds = { near: boundsOf(near, settlementTicks), far: boundsOf(far, farSettlementTicks) };
  const legs = legPrices(spreadTicks, { bestBidTicks, bestAskTicks, settlementTicks }, bounds);
  return { near: legs.nearTicks, far: legs.farTicks };
}

/** Null without a settlement: then nothing fills. */
function boundsOf(contract: Contract, settlementTicks: Ticks | null) {
  const { terms } = contract;
  const limits = limitsNow(contract, settlementTicks);
  const daily = limits && { lowestTicks: limits.lower, highestTicks: limits.upper };
  if (settlementTicks === null || terms === null) return daily;
  const distance = bandDistanceTicks(settlementTicks, terms.bandPercent, terms.bandMinTicks);
  return legBounds(daily, { lowestTicks: settlementTicks - distance, highestTicks: settlementTicks + distance });
}
