/** Core's door to the sums a screen may show. */

export type { Trail } from '#conditional/conditional-order.ts';
export { stopIsReached, tighterStop, trailingStopTicks } from '#conditional/trailing-stop.ts';
export { isBelow, missingVnd } from '#margin/ladder.ts';
export * from '#margin/margin.ts';
export { estimatedProfit, type MoneyTerms } from '#positions/position.ts';
export * from '#preview/explain.ts';
export * from '#preview/preview.ts';
export { type RungGround, rungPriceTicks } from '#preview/rung-price.ts';
export { judgeSelfLimits, type SelfLimits, tightened } from '#self-limits/self-limits.ts';
