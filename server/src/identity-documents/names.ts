/** Compares what Vietnamese papers write with and without accents: an MRZ has none, and OCR loses some. */
import { unaccented } from '#ground/unaccented.ts';

/** One line in NFC with single spaces: control and formatting characters are dropped, they only hide something. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .trim();
}

/** Capitals without accents, as an MRZ spells them. */
export function withoutAccents(text: string): string {
  return unaccented(text).toUpperCase();
}

/** Whether two names are one: by letters only, and an MRZ that has no room left is the beginning of the other. */
export function isSameName(left: string, right: string): boolean {
  const [a, b] = [left, right].map((name) => withoutAccents(name).replace(/[^A-Z]/g, ''));
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= TRUNCATED_LETTERS && long.startsWith(short);
}

/** Letters of a name that fill the thirty places of a card's third line, less the fillers between its parts. */
const TRUNCATED_LETTERS = 23;

/** `name` with the gaps of `other` as well: a reader loses gaps and never makes one. Both have the same letters. */
export function withGapsOf(name: string, other: string): string {
  const gaps = new Set([...gapsOf(name), ...gapsOf(other)]);
  return [...name.replaceAll(' ', '')].map((letter, at) => (gaps.has(at) ? ` ${letter}` : letter)).join('');
}

/** How many letters stand before each. */
function gapsOf(name: string): number[] {
  const gaps: number[] = [];
  let letters = 0;
  for (const letter of name)
    if (letter === ' ') gaps.push(letters);
    else letters += 1;
  return gaps;
}
