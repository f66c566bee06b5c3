/** Contract code = commodity code + month letter + two-digit year: `ZCEZ26` (docs/rules/market.md#contracts). */
import type { YearMonth } from '#values/civil-date.ts';
import { assert } from '#values/whole-numbers.ts';

const MONTH_LETTERS = 'FGHJKMNQUVXZ';

export function contractCode(commodityCode: string, expiry: YearMonth): string {
  const letter = MONTH_LETTERS[expiry.month - 1];
  assert(letter !== undefined, 'a month is 1 to 12');
  return `${commodityCode}${letter}${String(expiry.year % 100).padStart(2, '0')}`;
}

const CODE = /^(.+)([FGHJKMNQUVXZ])(\d{2})$/;

/** The reverse, with years from 2000 to 2099; undefined for any other text. */
export function contractCodeParts(
  code: string,
): { readonly commodityCode: string; readonly expiry: YearMonth } | undefined {
  const [, commodityCode, letter = '', year] = CODE.exec(code) ?? [];
  if (commodityCode === undefined) return undefined;
  return { commodityCode, expiry: { year: 2000 + Number(year), month: MONTH_LETTERS.indexOf(letter) + 1 } };
}

/** The legs that a calendar spread's code names (`ZCEZ26-ZCEH27`); undefined for a contract's code. */
export function legCodes(code: string): { readonly near: string; readonly far: string } | undefined {
  const at = code.indexOf('-');
  return at < 0 ? undefined : { near: code.slice(0, at), far: code.slice(at + 1) };
}
