/**
 * The reasons for which an exchange refuses a request, and their checks. The list is closed and in order of precedence;
 * the book finds the last three.
 */
import type { DailyLimits } from '#instruments/daily-limit.ts';
import type { ModifyRequest, Quote } from '#matching/book.ts';
import type { VenueOrder } from '#orders/venue-messages.ts';
import { type Duration, type ExchangeRefusal, PRICES_OF_TYPE } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { isWhole } from '#values/whole-numbers.ts';

/** No market rule: the bound within which sums are exact and the runtime keeps numbers unboxed. */
const LARGEST_NUMBER = 2 ** 31 - 1;

export function orderFault(order: VenueOrder, limits: DailyLimits | null): ExchangeRefusal | null {
  if (order.orderId === '' || order.ownerId === '') return 'InvalidOrder';
  if (!isQuantity(order.quantityLots)) return 'InvalidOrder';
  if (!isTerm(order.duration, order.expirationDate)) return 'InvalidOrder';
  const { hasStop, hasLimit } = PRICES_OF_TYPE[order.orderType];
  if (hasLimit !== (order.limitPriceTicks !== undefined)) return 'InvalidOrder';
  if (hasStop !== (order.stopPriceTicks !== undefined)) return 'InvalidOrder';
  if (hasStop && !mayWait(order.duration)) return 'InvalidOrder';
  return priceFault([order.limitPriceTicks, order.stopPriceTicks], limits);
}

/** A resting or waiting order can't become IOC or FOK: it has already done what these forbid. */
export function termsFault(terms: ModifyRequest, limits: DailyLimits | null): ExchangeRefusal | null {
  if (!isWhole(terms.quantityLots) || Math.abs(terms.quantityLots) > LARGEST_NUMBER) return 'InvalidOrder';
  if (terms.quantityLots < 1) return 'QuantityInvalid';
  if (!isTerm(terms.duration, terms.expirationDate)) return 'InvalidOrder';
  if (!mayWait(terms.duration)) return 'InvalidOrder';
  return priceFault([terms.limitPriceTicks, terms.stopPriceTicks], limits);
}

export function quoteFault(quote: Quote, limits: DailyLimits | null): ExchangeRefusal | null {
  if (quote.lots !== 0 && !isQuantity(quote.lots)) return 'InvalidOrder';
  // A quote to be removed may name any price: later limits must not keep it in the book.
  return priceFault([quote.priceTicks], quote.lots === 0 ? null : limits);
}

/** An absent price is valid. */
function priceFault(prices: readonly (Ticks | undefined)[], limits: DailyLimits | null): ExchangeRefusal | null {
  if (!prices.every((ticks) => ticks === undefined || isPrice(ticks))) return 'InvalidOrder';
  if (limits === null) return null;
  const { lowestTicks, highestTicks } = limits;
  const isOutside = prices.some((ticks) => ticks !== undefined && (ticks < lowestTicks || ticks > highestTicks));
  return isOutside ? 'OutsideDailyLimit' : null;
}

function isPrice(ticks: Ticks): boolean {
  return isWhole(ticks) && Math.abs(ticks) <= LARGEST_NUMBER;
}

function isQuantity(lots: Lots): boolean {
  return isWhole(lots) && lots > 0 && lots <= LARGEST_NUMBER;
}

function mayWait(duration: Duration): boolean {
  return duration !== 'IOC' && duration !== 'FOK';
}

function isTerm(duration: Duration, expirationDate: string | undefined): boolean {
  if (duration !== 'GTD') return expirationDate === undefined;
  return expirationDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(expirationDate);
}
