/**
 * The door to the exchange's side of the trade, for venues, the simulator and the bench.
 * The broker's engine must not come in here: it talks to an exchange in venue messages only.
 */
export type { DailyLimits } from '#instruments/daily-limit';
export { audit } from '#matching/audit';
export type {
  Book,
  BookListener,
  BookRules,
  BookView,
  Depth,
  DepthLevel,
  OpenOrder,
  OrderTerms,
  Quote,
  WaitingStop,
} from '#matching/book';
export { OrderBook } from '#matching/order-book';
export type { VenueOrder, VenueReport, VenueRequest } from '#orders/venue-messages';
export {
  createExchange,
  type Exchange,
  type ExchangeOptions,
  type Listing,
  type MarketSummary,
  type Trade,
} from './exchange.ts';
export { EXCHANGE_REFUSALS, type ExchangeRefusal } from './exchange-refusals.ts';
