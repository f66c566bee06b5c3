/** Tells which limits would trade as soon as they arrive, by the book as it is. */
import type { Side, Ticks } from '@mua/core/values';
import type { MarketPrices } from '#orders/ticket-draft.ts';

/** A marketable limit meets the other side. */
export function isMarketable(side: Side, limitTicks: Ticks, { bid, ask }: Pick<MarketPrices, 'bid' | 'ask'>): boolean {
  if (side === 'BUY') return ask !== null && limitTicks >= ask;
  return bid !== null && limitTicks <= bid;
}
