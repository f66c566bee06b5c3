/**
 * What follows from the order that was read: the receipt, by core/preview, which is the engine's own arithmetic. The
 * second of the ticket's three pure steps.
 */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { type Exposure, type OrderPreview, previewOrder, worstCaseLots } from '@mua/core/preview';
import type { ReadOrder } from './ticket-draft.ts';

/** The sub-account at the prices of this moment, and its part in this contract. Sums in dong. */
export interface TicketAccount {
  readonly equityVnd: bigint;
  readonly requiredVnd: bigint;
  readonly feesTodayVnd: bigint;
  readonly exposure: Exposure;
  /** For this investor. */
  readonly marginPerLotVnd: bigint;
}

export type TicketTerms = Pick<TradingTerms, 'feePerLot' | 'maxLotsPerOrder' | 'maxLotsPerContract'>;

export interface TicketFigures {
  readonly preview: OrderPreview;
  readonly equityVnd: { readonly before: bigint; readonly after: bigint };
  readonly feesTodayVnd: { readonly before: bigint; readonly after: bigint };
  readonly maxBuyLots: number;
  readonly maxSellLots: number;
  /** Of the order's own side. */
  readonly maxLots: number;
  /** What the contract's limit of position and working orders leaves to the order's own side. */
  readonly roomLots: number;
  /** Lots of this contract that margin covers when the order is taken. */
  readonly worstCaseLots: number;
  /** Required margin of all other contracts. */
  readonly othersVnd: bigint;
  readonly marginPerLotVnd: bigint;
  readonly feePerLotVnd: bigint;
}

export function ticketFigures(
  read: Pick<ReadOrder, 'side' | 'lots'>,
  account: TicketAccount,
  terms: TicketTerms,
): TicketFigures {
  const { side, lots } = read;
  const { equityVnd, requiredVnd, feesTodayVnd, exposure, marginPerLotVnd } = account;
  const feePerLotVnd = BigInt(terms.feePerLot);
  const preview = previewOrder({
    side,
    lots,
    equityVnd,
    requiredVnd,
    exposure,
    marginPerLotVnd,
    feeVnd: feePerLotVnd,
    maxLotsPerOrder: terms.maxLotsPerOrder,
  });
  const { netLots, workingBuyLots, workingSellLots } = exposure;
  // Reducing lots never pass this bound, because the limit itself is above 0.
  const room = (held: number) => Math.max(0, terms.maxLotsPerContract - held);
  const buyRoom = room(netLots + workingBuyLots);
  const sellRoom = room(workingSellLots - netLots);
  const maxBuyLots = Math.min(preview.maxBuyLots, buyRoom);
  const maxSellLots = Math.min(preview.maxSellLots, sellRoom);
  const worst = worstCaseLots({
    netLots,
    workingBuyLots: workingBuyLots + (side === 'BUY' ? lots : 0),
    workingSellLots: workingSellLots + (side === 'SELL' ? lots : 0),
  });
  return {
    preview,
    equityVnd: { before: equityVnd, after: equityVnd - preview.feeVnd },
    feesTodayVnd: { before: feesTodayVnd, after: feesTodayVnd + preview.feeVnd },
    maxBuyLots,
    maxSellLots,
    maxLots: side === 'BUY' ? maxBuyLots : maxSellLots,
    roomLots: side === 'BUY' ? buyRoom : sellRoom,
    worstCaseLots: worst,
    othersVnd: preview.requiredVnd.after - BigInt(worst) * marginPerLotVnd,
    marginPerLotVnd,
    feePerLotVnd,
  };
}

/** Lots for a share of the most that would be accepted; at least one where any is. */
export function lotsOfShare(maxLots: number, percent: number): number {
  if (maxLots === 0) return 0;
  return Math.max(1, Math.floor((maxLots * percent) / 100));
}
