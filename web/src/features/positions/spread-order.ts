/** An order in a spread as typed, and what is sent of it. Pure. */
import type { PlaceOrderRequest } from '@mua/contract/http/orders';
import { type Lots, type PriceGrid, priceToText, readTypedLots, type Side, type Ticks } from '@mua/core/values';
import { type ClosingFault, readLimit } from '#features/positions/closing.ts';

/** The times in force that a spread's order may have (docs/rules/orders.md#calendar-spreads). */
export const SPREAD_DURATIONS = ['DAY', 'GTC', 'IOC'] as const;
export type SpreadDuration = (typeof SPREAD_DURATIONS)[number];

export interface TypedSpreadOrder {
  readonly lotsText: string;
  readonly priceText: string;
}

export type ReadSpreadOrder =
  | { readonly kind: 'fault'; readonly fault: ClosingFault }
  | { readonly kind: 'order'; readonly lots: Lots; readonly priceTicks: Ticks };

export function readSpreadOrder({ lotsText, priceText }: TypedSpreadOrder, grid: PriceGrid): ReadSpreadOrder {
  const lots = readTypedLots(lotsText);
  if (lots === undefined || lots < 1) return { kind: 'fault', fault: { field: 'lots', code: 'lots' } };
  const limit = readLimit(priceText, grid);
  return limit.kind === 'fault' ? limit : { kind: 'order', lots, priceTicks: limit.ticks };
}

export interface SpreadOrder {
  readonly clientOrderId: string;
  readonly spreadCode: string;
  readonly side: Side;
  readonly duration: SpreadDuration;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
}

/** Both legs or neither, never at market (record 189). */
export function spreadOrderRequest(order: SpreadOrder, grid: PriceGrid): PlaceOrderRequest {
  const { clientOrderId, spreadCode, side, duration, lots, priceTicks } = order;
  return {
    ...{ clientOrderId, contractCode: spreadCode, side, orderType: 'LIMIT', duration },
    ...{ quantity: lots, limitPrice: priceToText(priceTicks, grid) },
  };
}
