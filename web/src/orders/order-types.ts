/**
 * Lists what the screens know of each order type. Its prices and conditions are defined by the contract
 * (`TERMS_OF_TYPE`); this file holds only what is shown. A new type does not compile until it has its row.
 */
import { TERMS_OF_TYPE } from '@mua/contract/http/orders';
import { ORDER_TYPES, type OrderType } from '@mua/core/values';

interface ShownType {
  /** Effect of a click on a price in the book or on the chart: the ticket's new type, and which of its prices it sets. */
  readonly clicked: { readonly orderType: OrderType; readonly field: 'limitText' | 'stopText' };
  /** A name short enough for a table's cell may be too long for a third of the ticket, and the other way round. */
  readonly isShortInTicket: boolean;
}

/** The order is that of the ticket. */
const SHOWN_TYPES = {
  MARKET: { clicked: { orderType: 'LIMIT', field: 'limitText' }, isShortInTicket: false },
  LIMIT: { clicked: { orderType: 'LIMIT', field: 'limitText' }, isShortInTicket: false },
  STOP: { clicked: { orderType: 'STOP', field: 'stopText' }, isShortInTicket: false },
  STOP_LIMIT: { clicked: { orderType: 'STOP_LIMIT', field: 'limitText' }, isShortInTicket: true },
  TRAILING_STOP: { clicked: { orderType: 'LIMIT', field: 'limitText' }, isShortInTicket: true },
  TPSL: { clicked: { orderType: 'LIMIT', field: 'limitText' }, isShortInTicket: true },
} as const satisfies Record<OrderType, ShownType>;

export const TICKET_TYPES = Object.keys(SHOWN_TYPES) as readonly OrderType[];

export function shownType(orderType: OrderType): ShownType {
  return SHOWN_TYPES[orderType];
}

export interface TypeFields {
  readonly hasLimit: boolean;
  readonly hasStop: boolean;
  readonly hasTrail: boolean;
  /** A TPSL consists of its exits; an entry may bring some along. */
  readonly exits: 'own' | 'optional' | 'none';
  /** A TPSL always only reduces. */
  readonly reduceOnly: 'always' | 'optional';
}

const EXITS = { needed: 'own', allowed: 'optional', none: 'none' } as const;

export function fieldsOf(orderType: OrderType): TypeFields {
  const { limitPrice, stopPrice, trail, exits, reducing } = TERMS_OF_TYPE[orderType];
  return {
    hasLimit: limitPrice === 'needed',
    hasStop: stopPrice === 'needed',
    hasTrail: trail === 'needed',
    exits: EXITS[exits],
    reduceOnly: reducing === 'always' ? 'always' : 'optional',
  };
}

/**
 * Tells whether the server holds orders of this type apart from those of an exchange: no exchange has a code for them.
 */
export function isConditionalType(orderType: OrderType): orderType is ConditionalType {
  return ORDER_TYPES[orderType] === null;
}

type ConditionalType = {
  [Type in OrderType]: (typeof ORDER_TYPES)[Type] extends null ? Type : never;
}[OrderType];
