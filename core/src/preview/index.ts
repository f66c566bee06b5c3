/** Core's door to the sums a screen may show. */
export * from '#margin/margin';
export { estimatedProfit, type MoneyTerms } from '#positions/position';
export * from './preview.ts';
