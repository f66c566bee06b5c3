/**
 * Refuses common passwords. The list is that of @zxcvbn-ts/language-common (MIT): some 49,000, most frequent first. The
 * password pattern demands a capital, a digit and a sign, so people adapt a common word until it passes; the check
 * undoes that.
 */
import { dictionary } from '@zxcvbn-ts/language-common';

const RANKED = dictionary['passwords-common'];
const COMMON: ReadonlySet<string> = new Set(RANKED.map(String));
/** A word with a suffix (`Dragon@2026`) is refused only if the word is very common. */
const VERY_COMMON: ReadonlySet<string> = new Set(RANKED.slice(0, 5_000).map(String));

const BENT: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** Shorter words occur in anything. */
const WORD_MIN = 5;

export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const straight = straighten(lower);
  const wholes = [lower, straight, withoutSigns(lower), withoutSigns(straight)];
  if (wholes.some((text) => COMMON.has(text))) return true;
  const words = [lower.replace(/[^a-z]+$/, ''), straighten(lower.replace(/[\W\d_]+$/, ''))];
  return words.some((word) => word.length >= WORD_MIN && VERY_COMMON.has(word));
}

function straighten(text: string): string {
  return [...text].map((letter) => BENT[letter] ?? letter).join('');
}

function withoutSigns(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
