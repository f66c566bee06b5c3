/** A number of lots with its unit, signed where it may be: `−2 lot`, `1 lot`, in English `2 lots`. */
import type { TFunction } from 'i18next';
import { MINUS } from './format.ts';
import type { Format } from './use-format.ts';

export function lotsText({ t, format }: { readonly t: TFunction; readonly format: Format }, lots: number): string {
  return `${lots < 0 ? MINUS : ''}${format.volume(Math.abs(lots))} ${lotUnit(t, lots)}`;
}

/** Beside a field of lots; undefined while nothing is typed that could be read. */
export function lotUnit(t: TFunction, lots: number | undefined): string {
  return Math.abs(lots ?? 0) === 1 ? t(($) => $.words.market.lot).toLowerCase() : t(($) => $.words.market.lotUnit);
}
