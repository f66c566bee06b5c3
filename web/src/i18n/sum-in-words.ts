/** Sums of dong in words, beside the field where one is typed: a zero too many is read there and overlooked in digits. */
import { toCardinal as english } from 'n2words/en-US';
import { toCardinal as vietnamese } from 'n2words/vi-VN';
import type { Language } from '#i18n/languages.ts';

export function sumInWords(vnd: bigint, language: Language): string {
  const words = language === 'vi' ? `${vietnamese(vnd)} đồng` : `${english(vnd)} dong`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
