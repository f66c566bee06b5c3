/** Public entry point of core: its values, i.e. what a price, a lot, a sum, a date and a refusal are. */
export * from '#values/alert-range.ts';
export * from '#values/bar-time.ts';
export * from '#values/civil-date.ts';
export * from '#values/contract-code.ts';
export * from '#values/decimal-text.ts';
export * from '#values/money.ts';
export * from '#values/price-text.ts';
export * from '#values/random.ts';
export * from '#values/refusals.ts';
export * from '#values/trading-words.ts';
export * from '#values/typed-text.ts';
export * from '#values/units.ts';
export * from '#values/whole-numbers.ts';
export * from '#values/without-bigints.ts';
