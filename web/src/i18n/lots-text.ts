/** Writes a number of lots with its unit, signed where it may be: `−2 lot`, `1 lot`, in English `2 lots`. */

import type { Lots } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { MINUS } from '#i18n/format.ts';
import type { Format } from '#i18n/use-format.ts';

export function lotsText({ t, format }: { readonly t: TFunction; readonly format: Format }, lots: Lots): string {
  return `${lots < 0 ? MINUS : ''}${format.volume(Math.abs(lots))} ${lotUnit(t, lots)}`;
}

/** Returns the unit beside a field of lots; undefined while nothing readable is typed. */
export function lotUnit(t: TFunction, lots: Lots | undefined): string {
  return Math.abs(lots ?? 0) === 1 ? t(($) => $.words.market.lot).toLowerCase() : t(($) => $.words.market.lotUnit);
}
