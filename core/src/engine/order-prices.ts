/** Reads the prices of a requested order on its contract's tick grid. */
import type { Commodity } from '#instruments/commodity.ts';
import { type PriceReading, priceFromText } from '#values/price-text.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import { type ExchangeOrderType, PRICES_OF_TYPE } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';

/** The prices of an order in ticks; null where its type has none. */
export interface OrderPrices {
  readonly limitTicks: Ticks | null;
  readonly stopTicks: Ticks | null;
}

export const NO_PRICES: OrderPrices = { limitTicks: null, stopTicks: null };

/** A contract or a spread: both have their prices on the commodity's grid. */
interface Priced {
  readonly commodity: Commodity;
}

/** Reads the prices that an order of this type must have, and no others, on the tick grid. */
export function readPrices(
  listed: Priced,
  orderType: ExchangeOrderType,
  texts: { readonly limitPrice?: string | undefined; readonly stopPrice?: string | undefined },
): OrderPrices | { refusal: Refusal } {
  const ticks: { limitPrice: Ticks | null; stopPrice: Ticks | null } = { limitPrice: null, stopPrice: null };
  const { hasLimit, hasStop } = PRICES_OF_TYPE[orderType];
  const isWanted = { limitPrice: hasLimit, stopPrice: hasStop };
  let wrongTick: Refusal | undefined;
  for (const field of ['limitPrice', 'stopPrice'] as const) {
    const text = texts[field];
    if ((text !== undefined) !== isWanted[field]) return { refusal: refusal('BadRequest', { field }) };
    if (text === undefined) continue;
    const reading = readTicks(listed, text, field);
    if (typeof reading === 'number') ticks[field] = reading;
    else if (reading.code === 'BadRequest') return { refusal: reading };
    else wrongTick ??= reading;
  }
  return wrongTick ? { refusal: wrongTick } : { limitTicks: ticks.limitPrice, stopTicks: ticks.stopPrice };
}

/** One price in ticks. Text that is no number at all is malformed; a number between two ticks is refused with both. */
export function readTicks(listed: Priced, text: string, field: string): Ticks | Refusal {
  const reading: PriceReading = priceFromText(text, listed.commodity.grid);
  if (reading.kind === 'price') return reading.ticks;
  if (reading.kind === 'notANumber') return refusal('BadRequest', { field });
  const { lowerTicks: lower, upperTicks: upper } = reading;
  return refusal('WrongTick', { tick: 1, lower, upper, ...(field === 'limitPrice' ? {} : { field }) });
}
