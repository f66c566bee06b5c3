/**
 * Public entry point of core: the exchange's side, for venues, the simulator and the bench. The broker's engine must
 * not import it: it talks to an exchange in venue messages only.
 */

export {
  createExchange,
  type Exchange,
  type ExchangeOptions,
  type Listing,
  type MarketSummary,
  type Trade,
} from '#exchange/exchange.ts';
export { NO_QUIRKS, type QuirkChances, QuirkyVenue, THIRD_PARTY_QUIRKS } from '#exchange/venue-quirks.ts';
export type { DailyLimits } from '#instruments/daily-limit.ts';
export { audit } from '#matching/audit.ts';
export type {
  Book,
  BookDepthLevel,
  BookListener,
  BookRules,
  BookView,
  Depth,
  ModifyRequest,
  OpenOrder,
  Quote,
  WaitingStop,
} from '#matching/book.ts';
export { OrderBook } from '#matching/order-book.ts';
export type { VenueOrder, VenueOrderView, VenueReport, VenueRequest } from '#orders/venue-messages.ts';
