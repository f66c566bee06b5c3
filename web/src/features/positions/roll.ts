/** A roll as typed: the far month, lots and prices; what is sent, and what became of its two orders. Pure. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { Spread } from '@mua/contract/entities/spread';
import type { PlaceOrderRequest } from '@mua/contract/http/orders';
import {
  FINAL_STATUSES,
  type Lots,
  oppositeSide,
  type PriceGrid,
  priceToText,
  type Side,
  type Ticks,
} from '@mua/core/values';
import { type ClosablePosition, closingOrder, type ReadClosing, readClosing } from '#features/positions/closing.ts';
import { reduceOnlyOf } from '#market/close-out.ts';
import { spreadOf } from '#market/spreads.ts';

/** By one order in the spread of the two months, or by two: one that closes and one that opens. */
export type RollWay = 'ONE' | 'TWO';

/** What is chosen and typed whichever way the roll is sent, so that another way keeps it. */
export interface RollDraft {
  readonly way: RollWay;
  /** Decided when the question is first shown: what is listed later puts no other order under the hand. */
  readonly hasChoice: boolean;
  readonly lotsText: string;
  readonly farCode: string | null;
}

/** All lots, into the nearest month with a spread; without any spread by two orders, into the nearest month of all. */
export function begunRoll(
  { near, side, lots }: { readonly near: Contract; readonly side: Side; readonly lots: Lots },
  { contracts, spreads }: { readonly contracts: readonly Contract[]; readonly spreads: readonly Spread[] },
): RollDraft {
  const targets = rollTargets(contracts, near, side);
  const inSpread = targets.find((far) => spreadOf(spreads, near, far));
  return {
    way: inSpread ? 'ONE' : 'TWO',
    hasChoice: inSpread !== undefined,
    lotsText: String(lots),
    farCode: (inSpread ?? targets[0])?.code ?? null,
  };
}

/** Empty prices: at market. */
export interface TypedRoll {
  readonly lotsText: string;
  readonly nearText: string;
  readonly farText: string;
}

export interface RollTerms {
  readonly lots: Lots;
  readonly nearTicks: Ticks | null;
  readonly farTicks: Ticks | null;
}

export interface ReadRoll {
  /** The closing order and, of the same lots, the far price. */
  readonly near: ReadClosing;
  readonly far: ReadClosing;
  /** Null while something is not readable. */
  readonly terms: RollTerms | null;
}

/** Later months of the commodity that a position of this side may be opened in, the nearest first. */
export function rollTargets(contracts: readonly Contract[], near: Contract, side: Side): readonly Contract[] {
  const kind = side === 'BUY' ? 'long' : 'short';
  return contracts
    .filter((one) => one.commodityCode === near.commodityCode && one.lastTradeDay > near.lastTradeDay)
    .filter((one) => one.terms !== null && reduceOnlyOf(one, kind) === null)
    .sort((a, b) => (a.lastTradeDay < b.lastTradeDay ? -1 : 1));
}

/** Both months of a commodity have one grid. */
export function readRoll(
  { lotsText, nearText, farText }: TypedRoll,
  held: ClosablePosition,
  grid: PriceGrid,
): ReadRoll {
  const near = readClosing({ lotsText, priceText: nearText }, held, grid);
  const far = readClosing({ lotsText, priceText: farText }, held, grid);
  const isWhole = near.kind === 'close' && far.kind === 'close';
  const terms = isWhole ? { lots: near.lots, nearTicks: near.limitTicks, farTicks: far.limitTicks } : null;
  return { near, far, terms };
}

export function rollRequest(
  held: ClosablePosition,
  { lots, nearTicks, farTicks }: RollTerms,
  {
    clientOrderId,
    farCode,
    grid,
  }: { readonly clientOrderId: string; readonly farCode: string; readonly grid: PriceGrid },
): PlaceOrderRequest {
  const limit = farTicks === null ? {} : { limitPrice: priceToText(farTicks, grid) };
  return {
    ...closingOrder(held, { lots, limitTicks: nearTicks }, { clientOrderId, grid }),
    // What rests would leave its owner in neither month (record 177).
    duration: 'IOC',
    rollInto: { contractCode: farCode, ...limit },
  };
}

/** One order in the spread of the two months, good for the trade date: both legs or neither (record 189). */
export function spreadRollRequest(
  held: ClosablePosition,
  { lots, limitTicks }: { readonly lots: Lots; readonly limitTicks: Ticks },
  {
    clientOrderId,
    spreadCode,
    grid,
  }: { readonly clientOrderId: string; readonly spreadCode: string; readonly grid: PriceGrid },
): PlaceOrderRequest {
  return {
    ...{ clientOrderId, contractCode: spreadCode, side: oppositeSide(held.side) },
    ...{ orderType: 'LIMIT', duration: 'DAY', quantity: lots, limitPrice: priceToText(limitTicks, grid) },
  };
}

export type SpreadRollOutcome = 'works' | 'rolled' | 'partly' | 'notRolled';

export function spreadRollOutcome({ status, filledQuantity }: Order): SpreadRollOutcome {
  if (status === 'FILLED') return 'rolled';
  if (!FINAL_STATUSES.has(status)) return 'works';
  return filledQuantity > 0 ? 'partly' : 'notRolled';
}

/**
 * From the most open to the most settled. `partly`: less was opened than closed, and nothing more will be. `notOpened`:
 * what closes was cancelled, and the roll ended with that (record 177), though some of it was filled.
 */
export type RollOutcome = 'closing' | 'notClosed' | 'opening' | 'notOpened' | 'refused' | 'rests' | 'partly' | 'rolled';

/** `opening`: undefined while it is not known whether there is one, null once there is none. */
export function rollOutcome(closing: Order, opening: Order | undefined | null): RollOutcome {
  if (!FINAL_STATUSES.has(closing.status)) return 'closing';
  if (closing.filledQuantity === 0) return 'notClosed';
  if (opening === null) return 'notOpened';
  if (!opening) return 'opening';
  if (opening.status === 'REJECTED') return 'refused';
  if (opening.filledQuantity >= closing.filledQuantity) return 'rolled';
  if (FINAL_STATUSES.has(opening.status)) return 'partly';
  return opening.status === 'IN_TRANSIT' ? 'opening' : 'rests';
}
