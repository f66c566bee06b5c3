/**
 * Passwords that everybody tries first. The list is that of @zxcvbn-ts/language-common (MIT): some 49,000, the most
 * frequent first. Our pattern demands a capital, a digit and a sign, so people bend a common word until it passes; it is
 * looked at straightened again.
 */
import { dictionary } from '@zxcvbn-ts/language-common';

const RANKED = dictionary['passwords-common'];
const COMMON: ReadonlySet<string> = new Set(RANKED.map(String));
/** A word with a tail (`Dragon@2026`) is guessed only when the word is among the first. */
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

/** Shorter words are within anything. */
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
