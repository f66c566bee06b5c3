/**
 * The memo of a deposit: `NAP 7K3M9Q`. Six characters that nobody mistakes for others (no 0 and O, 1, I and L), drawn by
 * chance, so that a typing error seldom meets somebody else's. Banks send memos on in capitals, cut,
 * without spaces and between words of their own.
 */
import { randomInt } from 'node:crypto';

export const MEMO_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;
const WORD = 'NAP';

export function drawMemo(draw: (below: number) => number = randomInt): string {
  const code = Array.from({ length: LENGTH }, () => MEMO_ALPHABET[draw(MEMO_ALPHABET.length)]).join('');
  return `${WORD} ${code}`;
}

/** More in one line come from no customer. */
const CANDIDATES_MOST = 20;

/** Whatever could be a memo of ours within a bank's text, in the form in which we draw them, each once. */
export function memosIn(text: string): readonly string[] {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const pattern = new RegExp(`(?=${WORD}([${MEMO_ALPHABET}]{${LENGTH}}))`, 'g');
  const found = [...letters.matchAll(pattern)].map(([, code]) => `${WORD} ${code}`);
  return [...new Set(found)].slice(0, CANDIDATES_MOST);
}
