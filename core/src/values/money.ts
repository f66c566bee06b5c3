/**
 * Money is bigint. Dong have no smaller unit; a foreign currency counts hundredths ("minor units").
 * A conversion rate is dated and exact: dong per whole unit of the currency, in ten-thousandths.
 */

import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { divideHalfEven } from '#values/whole-numbers.ts';

export const CURRENCIES = ['USD', 'JPY', 'MYR'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Minor units in one whole unit of every currency (hundredths, for yen too, so that one rule serves all). */
export const MINOR_PER_UNIT = 100n;
export const RATE_SCALE = 10_000n;
/** Minor units x a rate are millionths of a dong. */
export const MICRO_PER_DONG = Number(MINOR_PER_UNIT * RATE_SCALE);

/** Dong for an amount in minor units, to nearest, ties to even (docs/rules/margin-and-money.md#rounding). */
export function toVnd(amountMinor: bigint, rateE4: bigint): Vnd {
  return divideHalfEven(amountMinor * rateE4, MINOR_PER_UNIT * RATE_SCALE);
}

/** Profit of buying and selling `lots` at two prices, in minor units of the contract's currency. */
export function profitMinor(terms: { buyTicks: Ticks; sellTicks: Ticks; lots: Lots; tickValueMinor: bigint }): bigint {
  return (BigInt(terms.sellTicks) - BigInt(terms.buyTicks)) * BigInt(terms.lots) * terms.tickValueMinor;
}
