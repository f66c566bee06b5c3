/** A change of an order as typed: what it asks for, and why it can't be sent. Pure, like the ticket's steps. */
import type { Order } from '@mua/contract/entities/order';
import type { ModifyOrderRequest } from '@mua/contract/http/orders';
import { type PriceGrid, priceToText, readTypedLots, readTypedPrice } from '@mua/core/values';
import { ticksFromWire } from '#data/wire-ticks.ts';

export interface TypedChange {
  readonly priceText: string;
  readonly lotsText: string;
}

export type ChangeFault =
  | { readonly field: 'price'; readonly code: 'notANumber' }
  | { readonly field: 'price'; readonly code: 'tick'; readonly lowerTicks: number; readonly upperTicks: number }
  | { readonly field: 'quantity'; readonly code: 'quantity' }
  | { readonly field: 'quantity'; readonly code: 'filled'; readonly filled: number }
  | { readonly field: null; readonly code: 'unchanged' };

export type ReadChange =
  | { readonly kind: 'fault'; readonly fault: ChangeFault }
  | {
      readonly kind: 'change';
      readonly old: { readonly ticks: number | null; readonly lots: number };
      readonly wanted: { readonly ticks: number | null; readonly lots: number };
      /** Only what changes is sent. */
      readonly request: ModifyOrderRequest;
    };

/** `quantity` is the total, what is filled included; it can't fall below what is filled, and at it the order would end. */
export function readChange(order: Order, typed: TypedChange, grid: PriceGrid): ReadChange {
  const price = readTypedPrice(typed.priceText, grid);
  if (price.kind === 'notANumber') return faulty({ field: 'price', code: 'notANumber' });
  if (price.kind === 'offGrid') {
    return faulty({ field: 'price', code: 'tick', lowerTicks: price.lowerTicks, upperTicks: price.upperTicks });
  }
  const lots = readTypedLots(typed.lotsText);
  if (lots === undefined || lots < 1) return faulty({ field: 'quantity', code: 'quantity' });
  if (lots <= order.filledQuantity) return faulty({ field: 'quantity', code: 'filled', filled: order.filledQuantity });
  const oldTicks = ticksFromWire(order.limitPrice, grid);
  const isPriceNew = price.ticks !== oldTicks;
  const isLotsNew = lots !== order.quantity;
  if (!isPriceNew && !isLotsNew) return faulty({ field: null, code: 'unchanged' });
  return {
    kind: 'change',
    old: { ticks: oldTicks, lots: order.quantity },
    wanted: { ticks: price.ticks, lots },
    request: {
      orderId: order.orderId,
      ...(isLotsNew ? { quantity: lots } : {}),
      ...(isPriceNew ? { limitPrice: priceToText(price.ticks, grid) } : {}),
    },
  };
}

function faulty(fault: ChangeFault): ReadChange {
  return { kind: 'fault', fault };
}
