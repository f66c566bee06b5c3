/** Core's door to the broker's rules. */
export * from '#instruments/commodity';
export * from '#instruments/dated';
export * from '#instruments/listing';
export * from '#instruments/reference/index';
export * from '#instruments/trading-rules';
export type { Posting } from '#ledger/ledger';
export { isFinal, leavesLots, type Order, type OrderTerms } from '#orders/order';
export { mayCancel, mayFollow, mayModify } from '#orders/order-status';
export type { VenueOrder, VenueReport, VenueRequest } from '#orders/venue-messages';
export type { SettledPair } from '#positions/position';
export type * from './commands.ts';
export type { AccountFigures, EngineEvent, OpenPosition, OrderFill } from './events.ts';
export { ENGINE_VERSION, execute } from './execute.ts';
export { type EngineSnapshot, restoreState, snapshotState, stateHash } from './snapshot.ts';
export {
  type Account,
  accountEquityVnd,
  cashVnd,
  createEngineState,
  type EngineState,
  estimatedProfitVnd,
  exposureOf,
  type ListedContract,
  markTicks,
} from './state.ts';
