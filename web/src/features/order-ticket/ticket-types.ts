/** Which types the contract takes, and for how long. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { Duration, OrderType } from '@mua/core/values';
import { TICKET_TYPES } from '#orders/order-types.ts';

type Terms = Pick<TradingTerms, 'durations'> | null;

/** Those that the contract lists, or all that there are where it has no terms. */
export function offeredTypes(terms: Terms): readonly OrderType[] {
  const listed = TICKET_TYPES.filter((type) => listedDurations(terms, type).length > 0);
  return listed.length === 0 ? TICKET_TYPES : listed;
}

/** For how long; a day where the contract says nothing. */
export function offeredDurations(terms: Terms, type: OrderType): readonly Duration[] {
  const listed = listedDurations(terms, type);
  return listed.length === 0 ? A_DAY : listed;
}

const A_DAY: readonly Duration[] = ['DAY'];

function listedDurations(terms: Terms, type: OrderType): readonly Duration[] {
  return terms?.durations[type] ?? [];
}
