/** Converts a price of the wire to ticks; null where there is none, or it is off the contract's grid. */
import { type PriceGrid, priceFromText } from '@mua/core/values';

export function ticksFromWire(text: string | null | undefined, grid: PriceGrid | undefined): number | null {
  const reading = text && grid ? priceFromText(text, grid) : undefined;
  return reading?.kind === 'price' ? reading.ticks : null;
}
