/** Part of a position to be closed, as typed in its row or its dialog: all of it at market unless changed. Pure. */
import type { PlaceOrderRequest } from '@mua/contract/http/orders';
import {
  type Lots,
  oppositeSide,
  type PriceGrid,
  priceToText,
  readTypedLots,
  readTypedPrice,
  type Side,
  type Ticks,
} from '@mua/core/values';

export interface TypedClosing {
  readonly lotsText: string;
  /** An empty text means at market. */
  readonly priceText: string;
}

export interface ClosablePosition {
  readonly contractCode: string;
  /** Side of the position. */
  readonly side: Side;
  readonly lots: Lots;
}

export type ClosingFault =
  | { readonly field: 'lots'; readonly code: 'lots' }
  | { readonly field: 'price'; readonly code: 'notANumber' }
  | { readonly field: 'price'; readonly code: 'tick'; readonly lowerTicks: Ticks; readonly upperTicks: Ticks };

export type ReadClosing =
  | { readonly kind: 'fault'; readonly fault: ClosingFault }
  | { readonly kind: 'close'; readonly lots: Lots; readonly limitTicks: Ticks | null };

export function untyped(lots: Lots): TypedClosing {
  return { lotsText: String(lots), priceText: '' };
}

export function isTyped({ lotsText, priceText }: TypedClosing, lots: Lots): boolean {
  return lotsText !== String(lots) || priceText !== '';
}

/** Null if the text is not a number of lots within the position. */
export function readClosableLots(lotsText: string, { lots: held }: Pick<ClosablePosition, 'lots'>): Lots | null {
  const lots = readTypedLots(lotsText);
  return lots === undefined || lots < 1 || lots > held ? null : lots;
}

export function readClosing(typed: TypedClosing, position: ClosablePosition, grid: PriceGrid): ReadClosing {
  const lots = readClosableLots(typed.lotsText, position);
  if (lots === null) return { kind: 'fault', fault: { field: 'lots', code: 'lots' } };
  if (typed.priceText.trim() === '') return { kind: 'close', lots, limitTicks: null };
  const limit = readLimit(typed.priceText, grid);
  return limit.kind === 'fault' ? limit : { kind: 'close', lots, limitTicks: limit.ticks };
}

export type ReadLimit =
  | { readonly kind: 'fault'; readonly fault: Extract<ClosingFault, { field: 'price' }> }
  | { readonly kind: 'limit'; readonly ticks: Ticks };

export function readLimit(priceText: string, grid: PriceGrid): ReadLimit {
  const price = readTypedPrice(priceText, grid);
  if (price.kind === 'notANumber') return { kind: 'fault', fault: { field: 'price', code: 'notANumber' } };
  if (price.kind === 'price') return { kind: 'limit', ticks: price.ticks };
  const { lowerTicks, upperTicks } = price;
  return { kind: 'fault', fault: { field: 'price', code: 'tick', lowerTicks, upperTicks } };
}

/** The whole position at market: this is liquidating, and its confirmation says so. */
export function isWhole(reading: ReadClosing, { lots }: ClosablePosition): boolean {
  return reading.kind === 'close' && reading.lots === lots && reading.limitTicks === null;
}

/** Reduce only: whatever happens to the position meanwhile, this can't reverse it. */
export function closingOrder(
  { contractCode, side }: ClosablePosition,
  { lots, limitTicks }: { readonly lots: Lots; readonly limitTicks: Ticks | null },
  { clientOrderId, grid }: { readonly clientOrderId: string; readonly grid: PriceGrid },
): PlaceOrderRequest {
  return {
    clientOrderId,
    contractCode,
    side: oppositeSide(side),
    orderType: limitTicks === null ? 'MARKET' : 'LIMIT',
    duration: 'DAY',
    quantity: lots,
    ...(limitTicks === null ? {} : { limitPrice: priceToText(limitTicks, grid) }),
    isReduceOnly: true,
  };
}
