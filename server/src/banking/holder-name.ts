/**
 * Whether two names are one person's. Banks print names in capitals without accents, some with the family name last, so
 * accents, case, punctuation and the order of the words don't count. Letters of other alphabets that look alike do.
 */
import { unaccented } from '#ground/unaccented.ts';

export function isSameHolder(one: string, other: string): boolean {
  const words = wordsOf(one);
  return words.length > 0 && words.toSorted().join(' ') === wordsOf(other).toSorted().join(' ');
}

/** `NGUYEN VAN AN`, as on a bank's statement. */
export function printedName(name: string): string {
  return wordsOf(name).join(' ');
}

function wordsOf(name: string): string[] {
  const plain = unaccented(name.normalize('NFKC')).toUpperCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
