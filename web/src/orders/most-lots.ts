/** The most lots of an order that would be accepted now: by margin, the contract's limits and the investor's own. */
import { previewOrder } from '@mua/core/preview';
import type { Lots, Side } from '@mua/core/values';
import { lotsCaps, type OrderAccount, type OrderTerms } from '#orders/order-account.ts';

export function mostLots(side: Side, account: OrderAccount, terms: OrderTerms): Lots {
  const { maxBuyLots, maxSellLots } = previewOrder({
    ...account,
    side,
    lots: 0,
    feeVnd: BigInt(terms.feePerLot),
    maxLotsPerOrder: terms.maxLotsPerOrder,
  });
  return Math.min(side === 'BUY' ? maxBuyLots : maxSellLots, lotsCaps(account, terms).caps[side]);
}
