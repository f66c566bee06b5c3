/**
 * What the screens know of each order type. Which prices and conditions it has is the contract's matter (`TERMS_OF_TYPE`);
 * here stands what is only seen. A new type does not compile until it has its row.
 */
import { TERMS_OF_TYPE } from '@mua/contract/http/orders';
import { ORDER_TYPES, type OrderType } from '@mua/core/values';

interface ShownType {
  /** What the ticket becomes when a price is clicked in the book or on the chart, and which of its prices that is. */
  readonly clicked: { readonly orderType: OrderType; readonly field: 'limitText' | 'stopText' };
  /** What is short for a table's cell is not always short enough for a third of the ticket, and the other way round. */
  readonly isShortInTicket: boolean;
}

/** In the ticket's order. */
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
  /** Of a TPSL they are the order itself; of an entry they come along when asked for. */
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

/** Held by us on the server, apart from the orders of an exchange: no exchange has a code for them. */
export function isConditionalType(orderType: OrderType): orderType is ConditionalType {
  return ORDER_TYPES[orderType] === null;
}

type ConditionalType = {
  [Type in OrderType]: (typeof ORDER_TYPES)[Type] extends null ? Type : never;
}[OrderType];
