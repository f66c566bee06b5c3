/** What a tick of a contract is worth, as core computes with it. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { MoneyTerms } from '@mua/core/preview';
import { parseDecimal, rescale } from '@mua/core/values';

/** Tick value and conversion rate; null where one is not readable. */
export function moneyTermsOf(terms: TradingTerms): MoneyTerms | null {
  const tickValue = parseDecimal(terms.tickValue);
  const rate = parseDecimal(terms.fxRate);
  const tickValueMinor = tickValue && rescale(tickValue, 2);
  const rateE4 = rate && rescale(rate, 4);
  return tickValueMinor === undefined || rateE4 === undefined ? null : { tickValueMinor, rateE4 };
}
