/**
 * Calculates what follows from the order as read: the receipt, by core/preview, which is the engine's own arithmetic.
 * The second of the ticket's three pure steps.
 *
 * An order that may add risk is shown as accepted: margin covers its worst case, including a waiting stop's, and a
 * trailing stop's as it will be checked when it triggers. One that only reduces risk is shown as filled: what it frees.
 */
import {
  type Exposure,
  marginRatioBasisPoints,
  type OrderPreview,
  previewOrder,
  requiredMarginVnd,
  type StoppedEntry,
} from '@mua/core/preview';
import type { Lots, Side, Vnd } from '@mua/core/values';
import type { ReadOrder } from '#features/order-ticket/ticket-draft.ts';
import type { ValuedContract } from '#market/live-marks.ts';
import { moneyTermsOf } from '#market/money-terms.ts';
import { entryTicksOf } from '#orders/draft-exits.ts';
import { lotsCaps, type OrderAccount, type OrderTerms } from '#orders/order-account.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { ticksOf } from '#orders/ticket-draft.ts';

export interface TicketFigures {
  readonly preview: OrderPreview;
  readonly equityVnd: { readonly before: bigint; readonly after: bigint };
  readonly feesTodayVnd: Vnd;
  readonly maxBuyLots: Lots;
  readonly maxSellLots: Lots;
  /** For the order's own side. */
  readonly maxLots: Lots;
  /** Lots of the position that an order of this side would close. */
  readonly closableLots: Lots;
  /** Lots that the contract's limit on position and working orders still allows on the order's own side. */
  readonly roomLots: Lots;
  /** The maximum of one order on each side by the contract's and the investor's own limits, regardless of margin. */
  readonly caps: Readonly<Record<Side, number>>;
  /** What margin covers in this contract, now and after the order. */
  readonly exposure: { readonly before: Exposure; readonly after: Exposure };
  /** Required margin of all other contracts. */
  readonly othersVnd: Vnd;
  readonly marginPerLotVnd: Vnd;
  readonly feePerLotVnd: Vnd;
}

export function ticketFigures(
  read: Pick<ReadOrder, 'side' | 'lots' | 'isReduceOnly'>,
  account: OrderAccount,
  terms: OrderTerms,
): TicketFigures {
  const { side } = read;
  const { equityVnd, requiredVnd, feesTodayVnd, exposure, marginPerLotVnd } = account;
  const { netLots } = exposure;
  const closableLots = Math.max(0, side === 'BUY' ? -netLots : netLots);
  // An order larger than the position would not be accepted, so it has no effect.
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
  const { rooms, caps } = lotsCaps(account, terms);
  const maxBuyLots = Math.min(preview.maxBuyLots, caps.BUY);
  const maxSellLots = Math.min(preview.maxSellLots, caps.SELL);
  const maxOfSide = side === 'BUY' ? maxBuyLots : maxSellLots;
  return {
    preview,
    equityVnd: { before: equityVnd, after: equityVnd - preview.feeVnd },
    feesTodayVnd,
    maxBuyLots,
    maxSellLots,
    maxLots: read.isReduceOnly ? closableLots : maxOfSide,
    closableLots,
    roomLots: rooms[side],
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

function freed(preview: OrderPreview, account: OrderAccount, after: Exposure): OrderPreview {
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

/** Lots for a share of the most that would be accepted; at least one if any would be. */
export function lotsOfShare(maxLots: Lots, percent: number): number {
  if (maxLots === 0) return 0;
  return Math.max(1, Math.floor((maxLots * percent) / 100));
}

/** Null without a stop loss, a price of the entry, or terms; a pair opens nothing that could be sized. */
export function stoppedEntryOf({
  contract,
  figures,
  read,
}: {
  readonly contract: ValuedContract;
  readonly figures: TicketFigures | null;
  readonly read: ReadOrder;
}): StoppedEntry | null {
  const { exits, side } = read;
  const stopTicks = ticksOf(exits?.stopLoss ?? null);
  const entryTicks = exits && entryTicksOf(exits.entry);
  const { terms } = contract;
  const money = terms && moneyTermsOf(terms);
  const isPair = fieldsOf(read.orderType).exits === 'own';
  if (isPair || stopTicks === null || entryTicks === null || !terms || !money) return null;
  return { side, entryTicks, stopTicks, terms: money, feePerLotVnd: figures?.feePerLotVnd ?? BigInt(terms.feePerLot) };
}
