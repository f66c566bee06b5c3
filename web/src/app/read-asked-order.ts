/** Reads what an address asks of the ticket; the board's Buy and Sell and the margin calculator lead there. */
import type { Lots, Side } from '@mua/core/values';
import { decimal, oneOf, positiveWhole, readSearch } from '#app/read-search.ts';

export const readAskedOrder = readSearch<{ side: Side; lots: Lots; price: string }>({
  side: oneOf(['BUY', 'SELL']),
  lots: positiveWhole,
  price: decimal,
});
