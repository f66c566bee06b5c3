/** Lists the order types that the contract accepts, with their times in force. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { Duration, OrderType } from '@mua/core/values';
import { isConditionalType, TICKET_TYPES } from '#orders/order-types.ts';

type Terms = Pick<TradingTerms, 'durations'> | null;

/** Types that the contract lists, or all of them if it has no terms. */
export function offeredTypes(terms: Terms): readonly OrderType[] {
  const listed = TICKET_TYPES.filter((type) => listedDurations(terms, type).length > 0);
  return listed.length === 0 ? TICKET_TYPES : listed;
}

/** Times in force; a day if the contract has no terms. */
export function offeredDurations(terms: Terms, type: OrderType): readonly Duration[] {
  const listed = listedDurations(terms, type);
  return listed.length === 0 ? A_DAY : listed;
}

/** A day; but what protects a position, or waits with us for a price, must not be gone with it. */
export function usualDuration(terms: Terms, type: OrderType): Duration {
  const usual = isConditionalType(type) ? 'GTC' : 'DAY';
  const offered = offeredDurations(terms, type);
  return offered.find((one) => one === usual) ?? offered[0] ?? usual;
}

const A_DAY: readonly Duration[] = ['DAY'];

function listedDurations(terms: Terms, type: OrderType): readonly Duration[] {
  return terms?.durations[type] ?? [];
}
