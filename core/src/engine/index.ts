/** Core's door to the broker's rules. */
export { type BrakeSituation, type Brakes, NO_BRAKES, type NoTradeHours } from '#brakes/brakes';
export type { ConditionalLeg, ConditionalOrder, Trail } from '#conditional/conditional-order';
export * from '#instruments/commodity';
export { type DailyLimitRule, type DailyLimits, dailyLimits } from '#instruments/daily-limit';
export * from '#instruments/dated';
export * from '#instruments/listing';
export * from '#instruments/reference/index';
export * from '#instruments/trading-rules';
export type { Posting } from '#ledger/ledger';
export {
  isBelow,
  type LadderStanding,
  missingVnd,
  OFF_THE_LADDER,
  RUNGS,
  type Rung,
} from '#margin/ladder';
export { isFinal, isWaitingStop, leavesLots, type Order, type OrderTerms } from '#orders/order';
export { mayCancel, mayFollow, mayModify } from '#orders/order-status';
export type { VenueOrder, VenueReport, VenueRequest } from '#orders/venue-messages';
export type { SettledPair } from '#positions/position';
export type * from './commands.ts';
export type { AccountFigures, CloseOutNotice, EngineEvent, LadderMove, OpenPosition, OrderFill } from './events.ts';
export { ENGINE_VERSION, execute } from './execute.ts';
export { hasTriggers } from './fire-triggers.ts';
export { type EngineSnapshot, restoreState, snapshotState, stateHash } from './snapshot.ts';
export {
  type Account,
  accountEquityVnd,
  type CloseOutStage,
  cashVnd,
  createEngineState,
  type EngineState,
  estimatedProfitVnd,
  exposureOf,
  type ListedContract,
  markTicks,
  owedVnd,
  tradeDateOf,
} from './state.ts';
