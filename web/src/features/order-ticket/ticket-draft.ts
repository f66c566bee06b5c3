/** What was typed into the ticket, read: the first of its three pure steps (draft -> figures -> issues). */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { PlaceOrderRequest } from '@mua/contract/http/orders';
import { type Duration, type PriceGrid, parseCivilDate, priceToText, readTypedLots, type Side } from '@mua/core/values';
import {
  type DraftPrice,
  type DraftValues,
  draftPrice,
  type MarketPrices,
  TICKET_TYPES,
  type TicketType,
} from '#data/ticket-draft.ts';

export type TypedOrder = Pick<
  DraftValues,
  'side' | 'orderType' | 'duration' | 'limitText' | 'lotsText' | 'expirationDate' | 'touchedPrice'
>;

/** What reading takes of the contract and its market. */
export interface ReadingGround {
  readonly grid: PriceGrid;
  readonly terms: Pick<TradingTerms, 'durations'> | null;
  readonly market: MarketPrices;
}

type ReadLots =
  | { readonly kind: 'empty' }
  | { readonly kind: 'notANumber' }
  | { readonly kind: 'lots'; readonly lots: number };

export interface ReadOrder {
  readonly side: Side;
  readonly orderType: TicketType;
  /** Of the types that the contract lists and the ticket can write. */
  readonly types: readonly TicketType[];
  /** The one typed, or the first that its type takes. */
  readonly duration: Duration;
  readonly durations: readonly Duration[];
  /** Null for a market order. */
  readonly price: DraftPrice | null;
  /** Null at market and while the price can't be read. */
  readonly priceTicks: number | null;
  readonly quantity: ReadLots;
  /** 0 while the quantity can't be read. */
  readonly lots: number;
  /** Of GTD: the date as typed when it is one, else null. */
  readonly expirationDate: string | null;
}

const ANY_DURATION: readonly Duration[] = ['DAY'];

export function readDraft(typed: TypedOrder, { grid, terms, market }: ReadingGround): ReadOrder {
  const types = TICKET_TYPES.filter((type) => terms?.durations[type] !== undefined);
  const orderType = types.includes(typed.orderType) ? typed.orderType : (types[0] ?? typed.orderType);
  const durations = terms?.durations[orderType] ?? ANY_DURATION;
  const duration = durations.includes(typed.duration) ? typed.duration : (durations[0] ?? 'DAY');
  const price = orderType === 'MARKET' ? null : draftPrice(typed, market, grid);
  const quantity = readQuantity(typed.lotsText);
  const isDated = duration === 'GTD' && parseCivilDate(typed.expirationDate) !== undefined;
  return {
    side: typed.side,
    orderType,
    types: types.length === 0 ? TICKET_TYPES : types,
    duration,
    durations,
    price,
    priceTicks: price?.kind === 'price' ? price.ticks : null,
    quantity,
    lots: quantity.kind === 'lots' ? quantity.lots : 0,
    expirationDate: isDated ? typed.expirationDate : null,
  };
}

function readQuantity(text: string): ReadLots {
  if (text.trim() === '') return { kind: 'empty' };
  const lots = readTypedLots(text);
  return lots === undefined ? { kind: 'notANumber' } : { kind: 'lots', lots };
}

/** The request for an order without issues; prices are decimal on the wire. */
export function requestOf(
  read: ReadOrder,
  order: { readonly contractCode: string; readonly clientOrderId: string; readonly grid: PriceGrid },
): PlaceOrderRequest {
  const { contractCode, clientOrderId, grid } = order;
  return {
    clientOrderId,
    contractCode,
    side: read.side,
    orderType: read.orderType,
    duration: read.duration,
    quantity: read.lots,
    ...(read.priceTicks === null ? {} : { limitPrice: priceToText(read.priceTicks, grid) }),
    ...(read.expirationDate === null ? {} : { expirationDate: read.expirationDate }),
  };
}
