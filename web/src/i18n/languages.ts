/**
 * Lists the languages of the product and the rule by which a browser's code becomes one of them
 * (docs/rules/screens.md#what-a-browser-keeps).
 */
import { LIMITS } from '@mua/contract/limits';

export const LANGUAGES = LIMITS.languages;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = LIMITS.defaultLanguage;
export const LANGUAGE_STORAGE_KEY = 'i18nextLng';

/** Shows untranslated text at a glance. No menu offers it; it loads when somebody writes it into the language's key. */
export const PSEUDO_LANGUAGE = 'pseudo';

/**
 * Maps any code that contains vi or en to that language; a code of neither is left alone so that the next one counts.
 */
export function convertDetectedLanguage(code: string): string {
  const lower = code.toLowerCase();
  if (lower === PSEUDO_LANGUAGE) return PSEUDO_LANGUAGE;
  if (lower.includes('vi')) return 'vi';
  if (lower.includes('en')) return 'en';
  return code;
}

/**
 * Returns the language in which numbers are written while `code` is shown: the pseudo language counts like Vietnamese.
 */
export function languageOf(code: string | undefined): Language {
  return code === 'en' ? 'en' : DEFAULT_LANGUAGE;
}
