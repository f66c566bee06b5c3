/**
 * What follows from the order that was read: the receipt, by core/preview, which is the engine's own arithmetic. The
 * second of the ticket's three pure steps.
 *
 * An order that may add risk is shown as taken: margin covers it at the worst case, a waiting stop's too, and a trailing
 * stop's as it will be judged when it fires. One that only takes risk away is shown as filled: what it frees.
 */
import type { TradingTerms } from '@mua/contract/entities/contract';
import {
  type Exposure,
  marginRatioBasisPoints,
  type OrderPreview,
  previewOrder,
  requiredMarginVnd,
} from '@mua/core/preview';
import type { Lots, Side, Vnd } from '@mua/core/values';
import type { ReadOrder } from '#features/order-ticket/ticket-draft.ts';

/** The sub-account at the prices of this moment, and its part in this contract. Sums in dong. */
export interface TicketAccount {
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
  readonly feesTodayVnd: Vnd;
  readonly exposure: Exposure;
  /** For this investor. */
  readonly marginPerLotVnd: Vnd;
  /** The most that the investor's own limits let an order have that takes on risk; null for no such limit. */
  readonly ownMaxLots: Lots | null;
}

export type TicketTerms = Pick<TradingTerms, 'feePerLot' | 'maxLotsPerOrder' | 'maxLotsPerContract'>;

export interface TicketFigures {
  readonly preview: OrderPreview;
  readonly equityVnd: { readonly before: bigint; readonly after: bigint };
  readonly feesTodayVnd: Vnd;
  readonly maxBuyLots: Lots;
  readonly maxSellLots: Lots;
  /** Of the order's own side. */
  readonly maxLots: Lots;
  /** Lots of the position that an order of this side would close. */
  readonly closableLots: Lots;
  /** What the contract's limit of position and working orders leaves to the order's own side. */
  readonly roomLots: Lots;
  /** What one order, the contract's and the investor's own limits allow each side, whatever the margin. */
  readonly caps: Readonly<Record<Side, number>>;
  /** Of this contract, now and as the order will leave it: what margin covers. */
  readonly exposure: { readonly before: Exposure; readonly after: Exposure };
  /** Required margin of all other contracts. */
  readonly othersVnd: Vnd;
  readonly marginPerLotVnd: Vnd;
  readonly feePerLotVnd: Vnd;
}

export function ticketFigures(
  read: Pick<ReadOrder, 'side' | 'lots' | 'isReduceOnly'>,
  account: TicketAccount,
  terms: TicketTerms,
): TicketFigures {
  const { side } = read;
  const { equityVnd, requiredVnd, feesTodayVnd, exposure, marginPerLotVnd, ownMaxLots } = account;
  const { netLots, workingBuyLots, workingSellLots } = exposure;
  const closableLots = Math.max(0, side === 'BUY' ? -netLots : netLots);
  // More than the position has would not be taken: nothing follows from it.
  const lots = read.isReduceOnly ? Math.min(read.lots, closableLots) : read.lots;
  const feePerLotVnd = BigInt(terms.feePerLot);
  const taken = previewOrder({
    side,
    lots,
    equityVnd,
    requiredVnd,
    exposure,
    marginPerLotVnd,
    feeVnd: feePerLotVnd,
    maxLotsPerOrder: terms.maxLotsPerOrder,
  });
  const reduces = lots > 0 && (taken.isRiskReducing || read.isReduceOnly);
  const after = reduces ? filledExposure(exposure, side, lots) : takenExposure(exposure, side, lots);
  const preview = reduces ? freed(taken, account, after) : taken;
  // Reducing lots never pass this bound, because the limit itself is above 0.
  const room = (held: number) => Math.max(0, terms.maxLotsPerContract - held);
  const buyRoom = room(netLots + workingBuyLots);
  const sellRoom = room(workingSellLots - netLots);
  // What only reduces is free of the investor's own limits.
  const cap = (roomLots: Lots, reducibleLots: Lots) =>
    Math.min(terms.maxLotsPerOrder, roomLots, Math.max(ownMaxLots ?? roomLots, reducibleLots));
  const caps = {
    BUY: cap(buyRoom, -netLots - workingBuyLots),
    SELL: cap(sellRoom, netLots - workingSellLots),
  };
  const maxBuyLots = Math.min(preview.maxBuyLots, caps.BUY);
  const maxSellLots = Math.min(preview.maxSellLots, caps.SELL);
  const maxOfSide = side === 'BUY' ? maxBuyLots : maxSellLots;
  return {
    preview,
    equityVnd: { before: equityVnd, after: equityVnd - preview.feeVnd },
    feesTodayVnd,
    maxBuyLots,
    maxSellLots,
    maxLots: read.isReduceOnly ? Math.min(closableLots, caps[side]) : maxOfSide,
    closableLots,
    roomLots: side === 'BUY' ? buyRoom : sellRoom,
    caps,
    exposure: { before: exposure, after },
    othersVnd: preview.requiredVnd.after - requiredMarginVnd(after, marginPerLotVnd),
    marginPerLotVnd,
    feePerLotVnd,
  };
}

function takenExposure(exposure: Exposure, side: Side, lots: Lots): Exposure {
  const { workingBuyLots, workingSellLots } = exposure;
  return side === 'BUY'
    ? { ...exposure, workingBuyLots: workingBuyLots + lots }
    : { ...exposure, workingSellLots: workingSellLots + lots };
}

function filledExposure(exposure: Exposure, side: Side, lots: Lots): Exposure {
  return { ...exposure, netLots: exposure.netLots + (side === 'BUY' ? lots : -lots) };
}

function freed(preview: OrderPreview, account: TicketAccount, after: Exposure): OrderPreview {
  const { equityVnd, requiredVnd, exposure, marginPerLotVnd } = account;
  const change = requiredMarginVnd(after, marginPerLotVnd) - requiredMarginVnd(exposure, marginPerLotVnd);
  const required = requiredVnd + change;
  const equityAfter = equityVnd - preview.feeVnd;
  return {
    ...preview,
    requiredVnd: { ...preview.requiredVnd, after: required },
    availableVnd: { ...preview.availableVnd, after: equityAfter - required },
    ratioBasisPoints: { ...preview.ratioBasisPoints, after: marginRatioBasisPoints(equityAfter, required) },
  };
}

/** Lots for a share of the most that would be accepted; at least one where any is. */
export function lotsOfShare(maxLots: Lots, percent: number): number {
  if (maxLots === 0) return 0;
  return Math.max(1, Math.floor((maxLots * percent) / 100));
}
