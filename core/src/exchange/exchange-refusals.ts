/**
 * Why an exchange refuses a request, and the checks that say so. The list is closed and in order of precedence;
 * the last three are found by the book.
 */
import type { DailyLimits } from '#instruments/daily-limit';
import type { OrderTerms, Quote } from '#matching/book';
import type { VenueOrder } from '#orders/venue-messages';
import type { Duration } from '#values/trading-words';
import { isWhole } from '#values/whole-numbers';

export const EXCHANGE_REFUSALS = [
  'UnknownContract',
  'MarketClosed',
  'InvalidOrder',
  'OutsideDailyLimit',
  'DuplicateOrder',
  'UnknownOrder',
  'StopNotWaiting',
] as const;
export type ExchangeRefusal = (typeof EXCHANGE_REFUSALS)[number];

/** No rule of a market: the bound within which sums stay exact and the runtime keeps numbers unboxed. */
const LARGEST_NUMBER = 2 ** 31 - 1;

const ORDER_TYPES = {
  MARKET: { isStop: false, hasLimit: false },
  LIMIT: { isStop: false, hasLimit: true },
  STOP: { isStop: true, hasLimit: false },
  STOP_LIMIT: { isStop: true, hasLimit: true },
} as const satisfies Record<VenueOrder['orderType'], { readonly isStop: boolean; readonly hasLimit: boolean }>;

export function orderFault(order: VenueOrder, limits: DailyLimits | null): ExchangeRefusal | null {
  if (order.orderId === '' || order.ownerId === '') return 'InvalidOrder';
  if (!isQuantity(order.quantityLots)) return 'InvalidOrder';
  if (!isTerm(order.duration, order.expirationDate)) return 'InvalidOrder';
  const { isStop, hasLimit } = ORDER_TYPES[order.orderType];
  if (hasLimit !== (order.limitPriceTicks !== undefined)) return 'InvalidOrder';
  if (isStop !== (order.stopPriceTicks !== undefined)) return 'InvalidOrder';
  if (isStop && !mayWait(order.duration)) return 'InvalidOrder';
  return priceFault([order.limitPriceTicks, order.stopPriceTicks], limits);
}

/**
 * What rests or waits cannot become IOC or FOK: it has already done what those forbid. A quantity of 0 or less is a broker
 * asking, after a restart, for no more than was filled before it: the order is done.
 */
export function termsFault(terms: OrderTerms, limits: DailyLimits | null): ExchangeRefusal | null {
  if (!isWhole(terms.quantityLots) || Math.abs(terms.quantityLots) > LARGEST_NUMBER) return 'InvalidOrder';
  if (!isTerm(terms.duration, terms.expirationDate)) return 'InvalidOrder';
  if (!mayWait(terms.duration)) return 'InvalidOrder';
  return priceFault([terms.limitPriceTicks, terms.stopPriceTicks], limits);
}

export function quoteFault(quote: Quote, limits: DailyLimits | null): ExchangeRefusal | null {
  if (quote.lots !== 0 && !isQuantity(quote.lots)) return 'InvalidOrder';
  // A quote that goes away may name any price: limits that came after it must not keep it here.
  return priceFault([quote.priceTicks], quote.lots === 0 ? null : limits);
}

/** An absent price has no fault. */
function priceFault(prices: readonly (number | undefined)[], limits: DailyLimits | null): ExchangeRefusal | null {
  if (!prices.every((ticks) => ticks === undefined || isPrice(ticks))) return 'InvalidOrder';
  if (limits === null) return null;
  const { lowestTicks, highestTicks } = limits;
  const isOutside = prices.some((ticks) => ticks !== undefined && (ticks < lowestTicks || ticks > highestTicks));
  return isOutside ? 'OutsideDailyLimit' : null;
}

function isPrice(ticks: number): boolean {
  return isWhole(ticks) && Math.abs(ticks) <= LARGEST_NUMBER;
}

function isQuantity(lots: number): boolean {
  return isWhole(lots) && lots > 0 && lots <= LARGEST_NUMBER;
}

function mayWait(duration: Duration): boolean {
  return duration !== 'IOC' && duration !== 'FOK';
}

function isTerm(duration: Duration, expirationDate: string | undefined): boolean {
  if (duration !== 'GTD') return expirationDate === undefined;
  return expirationDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(expirationDate);
}
