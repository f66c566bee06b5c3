/**
 * The price of a question that begins at the best of a book. It stands as it was first shown, because it must not change
 * under the finger that confirms it; a newer one is taken by a press, or typed.
 */
import { useState } from 'react';

export interface ShownPrice {
  readonly priceText: string;
  /** By hand: it stays, whatever the price is for. */
  setPrice(text: string): void;
  /** From the book: for something else, that one's best is shown. */
  takePrice(text: string): void;
}

export function useShownPrice({
  of,
  bestText,
  begunText,
}: {
  /** What the best price is for: another side or another month has another one. */
  readonly of: string;
  /** Null while there is none: then the field waits for the first. */
  readonly bestText: string | null;
  /** It begins as if this were typed; null without. */
  readonly begunText: string | null;
}): ShownPrice {
  const [price, setPrice] = useState(begunText === null ? null : { of: null as string | null, text: begunText });
  const isFor = price !== null && (price.of === null || price.of === of);
  if (!isFor && bestText !== null) setPrice({ of, text: bestText });
  return {
    priceText: isFor ? price.text : (bestText ?? ''),
    setPrice: (text) => setPrice({ of: null, text }),
    takePrice: (text) => setPrice({ of, text }),
  };
}
