/** Writes prices of orders and positions, as they come on the wire, in the contract's own format. */
import type { PriceGrid } from '@mua/core/values';
import { MINUS, MISSING } from '#i18n/format.ts';
import type { Format } from '#i18n/use-format.ts';

/** Without a grid (a contract no longer listed) a price stays as it is. */
export function wirePrice(format: Format, text: string | null | undefined, grid: PriceGrid | undefined): string {
  if (text === null || text === undefined) return MISSING;
  return grid ? format.priceText(text, grid) : text.replace('-', MINUS);
}
