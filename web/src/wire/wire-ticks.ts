/** A price of the wire in ticks; null where there is none, or it is none of this contract. */
import { type PriceGrid, priceFromText } from '@mua/core/values';

export function ticksFromWire(text: string | null | undefined, grid: PriceGrid | undefined): number | null {
  const reading = text && grid ? priceFromText(text, grid) : undefined;
  return reading?.kind === 'price' ? reading.ticks : null;
}
