/** Writes units as people do: the server's `cent/bushel` is cent/giạ in Vietnamese. An unknown one stays as it is. */
import type { TFunction } from 'i18next';

export function unitText(t: TFunction, unit: string): string {
  return unit
    .split('/')
    .map((part) => wordOf(t, part))
    .join('/');
}

function wordOf(t: TFunction, part: string): string {
  switch (part) {
    case 'cent':
    case 'barrel':
    case 'bushel':
    case 'cwt':
    case 'gallon':
    case 'kg':
    case 'mmBtu':
    case 'pound':
    case 'tonne':
      return t(($) => $.words.unit[part]);
    case 'short ton':
      return t(($) => $.words.unit.shortTon);
    case 'troy ounce':
      return t(($) => $.words.unit.troyOunce);
    default:
      return part;
  }
}
