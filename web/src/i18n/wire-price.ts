/** Writes prices of orders and positions, as they come on the wire, in the contract's own format. */
import { type PriceGrid, parseDecimal, priceFromText } from '@mua/core/values';
import { MINUS, MISSING } from '#i18n/format.ts';
import type { Format } from '#i18n/use-format.ts';

/**
 * Writes a price on the grid like every price; an average between two ticks as a decimal with as many places as it
 * needs, because an eighth has no fraction of its own. Without a grid (a contract no longer listed) it stays as it is.
 */
export function wirePrice(format: Format, text: string | null | undefined, grid: PriceGrid | undefined): string {
  if (text === null || text === undefined) return MISSING;
  if (!grid) return text.replace('-', MINUS);
  const reading = priceFromText(text, grid);
  if (reading.kind === 'price') return format.price(reading.ticks, grid);
  const decimal = parseDecimal(text);
  if (!decimal) return MISSING;
  const [whole = '', fraction = ''] = text.replace('-', MINUS).split('.');
  const places = fraction.replace(/0+$/, '').padEnd(Math.min(grid.scale, fraction.length), '0');
  return places === '' ? whole : `${whole}.${places}`;
}
