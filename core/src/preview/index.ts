/** Core's door to the sums a screen may show. */
export { type Brakes, judgeBrakes, tightened } from '#brakes/brakes';
export type { Trail } from '#conditional/conditional-order';
export { stopIsReached, tighterStop, trailingStopTicks } from '#conditional/trailing-stop';
export { isBelow, missingVnd } from '#margin/ladder';
export * from '#margin/margin';
export { estimatedProfit, type MoneyTerms } from '#positions/position';
export * from './explain.ts';
export * from './preview.ts';
export { type RungGround, rungPriceTicks } from './rung-price.ts';
