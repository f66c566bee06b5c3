/** Compares names in Vietnamese documents with and without accents: an MRZ has none, and OCR loses some. */
import { unaccented } from '#ground/unaccented.ts';

/**
 * One line in NFC with single spaces. Control and formatting characters are dropped: they could only hide something.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .trim();
}

/** Capitals without accents, as an MRZ spells names. */
export function withoutAccents(text: string): string {
  return unaccented(text).toUpperCase();
}

/**
 * Whether two names are the same: compares letters only, and accepts a truncated MRZ name as a prefix of the full one.
 */
export function isSameName(left: string, right: string): boolean {
  const [a, b] = [left, right].map((name) => withoutAccents(name).replace(/[^A-Z]/g, ''));
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= TRUNCATED_LETTERS && long.startsWith(short);
}

/** Number of letters at which a name fills a card's third line of thirty places, allowing for the fillers. */
const TRUNCATED_LETTERS = 23;

/** Adds the gaps of `other` to `name`: OCR loses gaps but never invents them. Both must have the same letters. */
export function withGapsOf(name: string, other: string): string {
  const gaps = new Set([...gapsOf(name), ...gapsOf(other)]);
  return [...name.replaceAll(' ', '')].map((letter, at) => (gaps.has(at) ? ` ${letter}` : letter)).join('');
}

/** Number of letters before each gap. */
function gapsOf(name: string): number[] {
  const gaps: number[] = [];
  let letters = 0;
  for (const letter of name)
    if (letter === ' ') gaps.push(letters);
    else letters += 1;
  return gaps;
}
