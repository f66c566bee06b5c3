/** The base of an alert's direction: the last price, or before the first trade the settlement price. */

import type { Ticks } from '@mua/core/values';
import { useQuoteField } from '#market/use-quote.ts';

export function useMarketTicks(code: string): Ticks | null {
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  return last ?? settlement;
}
