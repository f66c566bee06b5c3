/** Core's door to its values: what a price, a lot, a sum, a date and a refusal are. */
export * from './alert-range.ts';
export * from './bar-time.ts';
export * from './civil-date.ts';
export * from './contract-code.ts';
export * from './decimal-text.ts';
export * from './money.ts';
export * from './price-text.ts';
export * from './random.ts';
export * from './refusals.ts';
export * from './trading-words.ts';
export * from './typed-text.ts';
export * from './whole-numbers.ts';
