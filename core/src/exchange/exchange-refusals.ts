/**
 * Why an exchange refuses a request, and the checks that say so. The list is closed and in order of precedence;
 * the last two are found by the book.
 */
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
] as const;
export type ExchangeRefusal = (typeof EXCHANGE_REFUSALS)[number];

/** Lowest and highest limit price of the day, both included (trading rules, "Band": passive prices too). */
export interface DailyLimits {
  readonly lowestTicks: number;
  readonly highestTicks: number;
}

/** No rule of a market: the bound within which sums stay exact and the runtime keeps numbers unboxed. */
const LARGEST_NUMBER = 2 ** 31 - 1;

export function orderFault(order: VenueOrder, limits: DailyLimits | null): ExchangeRefusal | null {
  if (order.orderId === '' || order.ownerId === '') return 'InvalidOrder';
  if (!isQuantity(order.quantityLots)) return 'InvalidOrder';
  if (!isTerm(order.duration, order.expirationDate)) return 'InvalidOrder';
  if ((order.orderType === 'LIMIT') !== (order.limitPriceTicks !== undefined)) return 'InvalidOrder';
  return order.limitPriceTicks === undefined ? null : priceFault(order.limitPriceTicks, limits);
}

/**
 * A resting order cannot become IOC or FOK: it has already done what those forbid. A quantity of 0 or less is a broker
 * asking, after a restart, for no more than was filled before it: the order is done.
 */
export function termsFault(terms: OrderTerms, limits: DailyLimits | null): ExchangeRefusal | null {
  if (!isWhole(terms.quantityLots) || Math.abs(terms.quantityLots) > LARGEST_NUMBER) return 'InvalidOrder';
  if (!isTerm(terms.duration, terms.expirationDate)) return 'InvalidOrder';
  if (terms.duration === 'IOC' || terms.duration === 'FOK') return 'InvalidOrder';
  return terms.limitPriceTicks === undefined ? null : priceFault(terms.limitPriceTicks, limits);
}

export function quoteFault(quote: Quote, limits: DailyLimits | null): ExchangeRefusal | null {
  if (quote.lots !== 0 && !isQuantity(quote.lots)) return 'InvalidOrder';
  return priceFault(quote.priceTicks, limits);
}

function priceFault(priceTicks: number, limits: DailyLimits | null): ExchangeRefusal | null {
  if (!isWhole(priceTicks) || Math.abs(priceTicks) > LARGEST_NUMBER) return 'InvalidOrder';
  if (limits === null) return null;
  return priceTicks < limits.lowestTicks || priceTicks > limits.highestTicks ? 'OutsideDailyLimit' : null;
}

function isQuantity(lots: number): boolean {
  return isWhole(lots) && lots > 0 && lots <= LARGEST_NUMBER;
}

function isTerm(duration: Duration, expirationDate: string | undefined): boolean {
  if (duration !== 'GTD') return expirationDate === undefined;
  return expirationDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(expirationDate);
}
