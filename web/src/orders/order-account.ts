/**
 * The sub-account that an order would be judged with, and what the contract's limits and the investor's own allow of it,
 * regardless of margin. Ticket and chart size orders by the same sums.
 */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { Exposure } from '@mua/core/preview';
import type { Lots, Side, Vnd } from '@mua/core/values';

/** A sub-account at current prices, and its share in one contract. Amounts in dong. */
export interface OrderAccount {
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
  readonly feesTodayVnd: Vnd;
  readonly exposure: Exposure;
  /** For this investor. */
  readonly marginPerLotVnd: Vnd;
  /** The maximum that the investor's own limits allow for an order that adds risk; null without such a limit. */
  readonly ownMaxLots: Lots | null;
}

export type OrderTerms = Pick<TradingTerms, 'feePerLot' | 'maxLotsPerOrder' | 'maxLotsPerContract'>;

export interface LotsCaps {
  /** Lots that the contract's limit on position and working orders still allows on each side. */
  readonly rooms: Readonly<Record<Side, Lots>>;
  /** The maximum of one order on each side by the contract's and the investor's own limits, regardless of margin. */
  readonly caps: Readonly<Record<Side, Lots>>;
}

export function lotsCaps({ exposure, ownMaxLots }: OrderAccount, terms: OrderTerms): LotsCaps {
  const { netLots, workingBuyLots, workingSellLots } = exposure;
  // Reducing lots never exceed this bound, because the limit itself is above 0.
  const room = (held: number) => Math.max(0, terms.maxLotsPerContract - held);
  const rooms = { BUY: room(netLots + workingBuyLots), SELL: room(workingSellLots - netLots) };
  // The investor's own limits do not apply to reducing orders.
  const cap = (roomLots: Lots, reducibleLots: Lots) =>
    Math.min(terms.maxLotsPerOrder, roomLots, Math.max(ownMaxLots ?? roomLots, reducibleLots));
  const caps = {
    BUY: cap(rooms.BUY, -netLots - workingBuyLots),
    SELL: cap(rooms.SELL, netLots - workingSellLots),
  };
  return { rooms, caps };
}
