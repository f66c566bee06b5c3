/** Which types the contract takes, for how long, and which fields each of them has. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { PRICES_OF_TYPE } from '@mua/contract/http/orders';
import type { Duration } from '@mua/core/values';
import { TICKET_TYPES, type TicketType } from '#data/ticket-draft.ts';

type Terms = Pick<TradingTerms, 'durations'> | null;

/** Those that the contract lists, or all that there are where it has no terms. */
export function offeredTypes(terms: Terms): readonly TicketType[] {
  const listed = TICKET_TYPES.filter((type) => listedDurations(terms, type).length > 0);
  return listed.length === 0 ? TICKET_TYPES : listed;
}

/** For how long; a day where the contract says nothing. */
export function offeredDurations(terms: Terms, type: TicketType): readonly Duration[] {
  const listed = listedDurations(terms, type);
  return listed.length === 0 ? A_DAY : listed;
}

const A_DAY: readonly Duration[] = ['DAY'];

function listedDurations(terms: Terms, type: TicketType): readonly Duration[] {
  return terms?.durations[type] ?? [];
}

export interface TypeFields {
  readonly hasLimit: boolean;
  readonly hasStop: boolean;
  readonly hasTrail: boolean;
  /** Of a TPSL they are the order itself; of an entry they come along when asked for. */
  readonly exits: 'own' | 'optional' | 'none';
  /** A TPSL always only reduces. */
  readonly reduceOnly: 'always' | 'optional';
}

export function fieldsOf(type: TicketType): TypeFields {
  const isTrailing = type === 'TRAILING_STOP';
  return {
    hasLimit: PRICES_OF_TYPE[type].limitPrice === 'needed',
    hasStop: PRICES_OF_TYPE[type].stopPrice === 'needed',
    hasTrail: isTrailing,
    exits: type === 'TPSL' ? 'own' : isTrailing ? 'none' : 'optional',
    reduceOnly: type === 'TPSL' ? 'always' : 'optional',
  };
}
