/** Public entry point of core: the broker's rules. */

export type { ConditionalLeg, ConditionalOrder, Trail } from '#conditional/conditional-order.ts';
export { targetLots } from '#copying/copy.ts';
export { type CopyWeek, endWeek, sharedAboveVnd, startsWeek, type WeekSums } from '#copying/copy-week.ts';
export { periodsBegun } from '#copying/fee-period.ts';
export type { StrategyStatus, StrategyTerms } from '#copying/strategy.ts';
export { answerRepetition } from '#engine/client-orders.ts';
export { openedMs, openingOrders } from '#engine/close-out.ts';
export type * from '#engine/commands.ts';
export { copyProfitVnd } from '#engine/copies.ts';
export type { LeaderFill } from '#engine/copy-records.ts';
export { nextDueMs } from '#engine/due.ts';
export type {
  AccountFigures,
  BrokerClose,
  CloseOutNotice,
  CopyDecision,
  CopyRecord,
  CopyWeekReport,
  EngineEvent,
  MarginStateChange,
  OpenPosition,
  OrderDoubt,
  OrderFill,
  PackageChange,
  StrategyRecord,
  VenueLinkChange,
  WhyNotBooked,
  WithdrawalChange,
} from '#engine/events.ts';
export { ENGINE_VERSION, execute } from '#engine/execute.ts';
export { hasTriggers } from '#engine/fire-triggers.ts';
export type * from '#engine/investor-commands.ts';
export type { ListedSpread } from '#engine/listed-spread.ts';
export { restoreState, snapshotState, stateHash } from '#engine/snapshot.ts';
export { spreadPriceLimits } from '#engine/spread-checks.ts';
export {
  type Account,
  accountEquityVnd,
  accountFeeVnd,
  type CancelAfter,
  type CloseOutWindow,
  cashVnd,
  createEngineState,
  type EngineState,
  estimatedProfitVnd,
  exposureOf,
  hasEnded,
  type ListedContract,
  marketOf,
  markTicks,
  owedVnd,
  tradeDateOf,
} from '#engine/state.ts';
export type { EngineSnapshot } from '#engine/stored-state.ts';
export type * from '#engine/system-commands.ts';
export { TIME_TO_SEND_MS } from '#engine/too-late.ts';
export { FIRST_VENUE, isReachable, type Venue, venueOf } from '#engine/venues.ts';
export { withdrawalExcess } from '#engine/withdrawals.ts';
export * from '#instruments/commodity.ts';
export { type DailyLimitRule, type DailyLimits, dailyLimits } from '#instruments/daily-limit.ts';
export * from '#instruments/dated.ts';
export * from '#instruments/listing.ts';
export * from '#instruments/reference/index.ts';
export * from '#instruments/service-packages.ts';
export { neighbourSpreads, type Spread } from '#instruments/spread.ts';
export { marginPercent } from '#instruments/terms.ts';
export * from '#instruments/trading-rules.ts';
export type { Posting } from '#ledger/ledger.ts';
export {
  HEALTHY,
  isBelow,
  MARGIN_LEVELS,
  type MarginLevel,
  type MarginState,
  shortfallVnd,
} from '#margin/margin-level.ts';
export { copyOrder, isAsked, isFinal, isWaitingStop, leavesLots, type Order, type OrderTerms } from '#orders/order.ts';
export { mayFollow, nextStatuses } from '#orders/order-status.ts';
export type { VenueOrder, VenueOrderView, VenueReport, VenueRequest } from '#orders/venue-messages.ts';
export { applyFill, emptyPosition, type RoundTurn } from '#positions/position.ts';
export {
  NO_SELF_LIMITS,
  type NoTradeHours,
  type SelfLimitSituation,
  type SelfLimits,
} from '#self-limits/self-limits.ts';
