/** Public entry point of core: sums that a screen may show. */

export type { Trail } from '#conditional/conditional-order.ts';
export { MAX_TRAIL_BASIS_POINTS, stopIsReached, tighterStop, trailingStopTicks } from '#conditional/trailing-stop.ts';
export { type LeaderShare, leaderShareVnd } from '#copying/copy-week.ts';
export {
  breakEvenLots,
  feePerLotVnd,
  largestOrderLots,
  type ServicePackage,
} from '#instruments/service-packages.ts';
export * from '#margin/margin.ts';
export { isBelow, shortfallVnd } from '#margin/margin-level.ts';
export { estimatedProfit, type MoneyTerms } from '#positions/position.ts';
export {
  distanceOfExit,
  type EntryPrice,
  type ExitDistance,
  type ExitGround,
  type ExitLegName,
  exitAtDistance,
  type TypedDistance,
} from '#preview/exit-distance.ts';
export * from '#preview/explain.ts';
export { type MarginLevelInput, marginLevelPriceTicks } from '#preview/margin-level-price.ts';
export {
  type LevelReached,
  type MarginLevelPercents,
  type OpeningInput,
  type OpeningPreview,
  type PerLotAndTotal,
  previewOpening,
} from '#preview/opening-preview.ts';
export * from '#preview/preview.ts';
export { lossAtStopVnd, lotsFromRisk, type StoppedEntry } from '#preview/risk-lots.ts';
export { judgeSelfLimits, type SelfLimits, tightened } from '#self-limits/self-limits.ts';
