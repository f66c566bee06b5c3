/** Which types the contract takes, for how long, and which fields each of them has. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { PRICES_OF_TYPE } from '@mua/contract/http/orders';
import type { Duration } from '@mua/core/values';
import { TICKET_TYPES, type TicketType } from '#data/ticket-draft.ts';

export function durationsOf(terms: Pick<TradingTerms, 'durations'> | null, type: TicketType): readonly Duration[] {
  return terms?.durations[type] ?? [];
}

export function typesOf(terms: Pick<TradingTerms, 'durations'> | null): readonly TicketType[] {
  return TICKET_TYPES.filter((type) => durationsOf(terms, type).length > 0);
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
