/** The language of messages to an investor. */
import { LIMITS } from '@mua/contract/limits';

export type Language = (typeof LIMITS.languages)[number];

function isLanguage(text: string | undefined): text is Language {
  return LIMITS.languages.some((language) => language === text);
}

export function languageOrDefault(text: string | null): Language {
  return text !== null && isLanguage(text) ? text : LIMITS.defaultLanguage;
}

/** The first supported language of an Accept-Language header; undefined if it names none. */
export function languageOf(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > 500) return undefined;
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';');
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((text) => text !== undefined);
    return { language: tag.trim().toLowerCase().split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const [best] = wishes
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return isLanguage(best?.language) ? best.language : undefined;
}
