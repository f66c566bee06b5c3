/** Computes what one tick of one lot is worth in dong, by core's own rounding. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { toVnd, type Vnd } from '@mua/core/values';
import { moneyTermsOf } from '#market/money-terms.ts';

export function tickValueVnd(terms: TradingTerms | null): Vnd | null {
  const money = terms && moneyTermsOf(terms);
  return money ? toVnd(money.tickValueMinor, money.rateE4) : null;
}
