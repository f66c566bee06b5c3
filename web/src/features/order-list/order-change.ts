/** Interprets a typed change of an order: what it requests, or why it can't be sent. Pure, like the ticket's steps. */
import type { Order } from '@mua/contract/entities/order';
import type { ModifyOrderRequest } from '@mua/contract/http/orders';
import { type PriceGrid, priceToText, readTypedLots, readTypedPrice, type Ticks } from '@mua/core/values';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export const CHANGE_PRICES = ['stop', 'limit'] as const;
export type ChangePrice = (typeof CHANGE_PRICES)[number];

export interface TypedChange {
  readonly prices: Readonly<Record<ChangePrice, string>>;
  readonly lotsText: string;
}

export type ChangeFault =
  | { readonly field: ChangePrice; readonly code: 'notANumber' }
  | { readonly field: ChangePrice; readonly code: 'tick'; readonly lowerTicks: Ticks; readonly upperTicks: Ticks }
  | { readonly field: 'quantity'; readonly code: 'quantity' }
  | { readonly field: 'quantity'; readonly code: 'filled'; readonly filled: number }
  | { readonly field: null; readonly code: 'unchanged' };

type ChangedTerms = Pick<Order, 'quantity' | 'limitPrice' | 'stopPrice'>;

export type ReadChange =
  | { readonly kind: 'fault'; readonly fault: ChangeFault }
  | {
      readonly kind: 'change';
      readonly wanted: ChangedTerms;
      /** Only what changes is sent. */
      readonly request: ModifyOrderRequest;
    };

const FIELD_OF = { stop: 'stopPrice', limit: 'limitPrice' } as const;

/** The order's prices that may still change: a triggered stop price is history. */
export function pricesToChange(order: Order): readonly ChangePrice[] {
  return CHANGE_PRICES.filter((price) => {
    const isPast = price === 'stop' && order.triggeredAt !== null;
    return order[FIELD_OF[price]] !== null && !isPast;
  });
}

export function priceOfOrder(order: Order, price: ChangePrice): string | null {
  return order[FIELD_OF[price]];
}

/** `quantity` is the total including filled lots; it can't fall below those, and equal to them the order would end. */
export function readChange(order: Order, typed: TypedChange, grid: PriceGrid): ReadChange {
  const { orderId, quantity, limitPrice, stopPrice } = order;
  const changed: { stopPrice?: string; limitPrice?: string } = {};
  for (const field of pricesToChange(order)) {
    const price = readTypedPrice(typed.prices[field], grid);
    if (price.kind === 'notANumber') return faulty({ field, code: 'notANumber' });
    if (price.kind === 'offGrid') {
      return faulty({ field, code: 'tick', lowerTicks: price.lowerTicks, upperTicks: price.upperTicks });
    }
    const isNew = price.ticks !== ticksFromWire(priceOfOrder(order, field), grid);
    if (isNew) changed[FIELD_OF[field]] = priceToText(price.ticks, grid);
  }
  const lots = readTypedLots(typed.lotsText);
  if (lots === undefined || lots < 1) return faulty({ field: 'quantity', code: 'quantity' });
  if (lots <= order.filledQuantity) return faulty({ field: 'quantity', code: 'filled', filled: order.filledQuantity });
  const isLotsNew = lots !== quantity;
  if (Object.keys(changed).length === 0 && !isLotsNew) return faulty({ field: null, code: 'unchanged' });
  return {
    kind: 'change',
    wanted: { quantity: lots, limitPrice, stopPrice, ...changed },
    request: { orderId, ...(isLotsNew ? { quantity: lots } : {}), ...changed },
  };
}

export type ChangeField = ChangePrice | 'quantity';

/** One field changed, the others as they are. */
export function readFieldChange(
  order: Order,
  { field, text }: { readonly field: ChangeField; readonly text: string },
  grid: PriceGrid,
): ReadChange {
  const current = { stop: order.stopPrice ?? '', limit: order.limitPrice ?? '' };
  const prices = field === 'quantity' ? current : { ...current, [field]: text };
  const lotsText = field === 'quantity' ? text : String(order.quantity);
  return readChange(order, { prices, lotsText }, grid);
}

function faulty(fault: ChangeFault): ReadChange {
  return { kind: 'fault', fault };
}
