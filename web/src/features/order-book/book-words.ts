/**
 * Names the buttons of a level. Eight hundred names are needed per second, so a text is translated once and its
 * placeholders are filled in here.
 */
import type { Side } from '@mua/core/values';
import type { TFunction } from 'i18next';

export interface BookWords {
  priceButton(side: Side, price: string): string;
  sizeButton(lots: string, price: string): string;
  own(lots: string): string;
}

/** Characters that occur in no text. */
const [LOTS, PRICE] = ['\u0001', '\u0002'];

export function bookWords(t: TFunction): BookWords {
  const priceOf: Record<Side, string> = {
    BUY: t(($) => $.desk.book.price, { side: t(($) => $.words.market.bid), price: PRICE }),
    SELL: t(($) => $.desk.book.price, { side: t(($) => $.words.market.ask), price: PRICE }),
  };
  const sizeOf = (count: number) => t(($) => $.desk.book.size, { count, lots: LOTS, price: PRICE });
  const [one, many] = [sizeOf(1), sizeOf(2)];
  const own = t(($) => $.desk.book.own, { lots: LOTS });
  return {
    priceButton: (side, price) => priceOf[side].replace(PRICE, price),
    sizeButton: (lots, price) => (lots === '1' ? one : many).replace(LOTS, lots).replace(PRICE, price),
    own: (lots) => own.replace(LOTS, lots),
  };
}
