/**
 * Countries by the three letters that a passport prints, which is how a nationality is kept. The browser knows their
 * names in each language.
 */
import { iso31661Alpha3ToAlpha2 } from 'iso-3166';
import type { Language } from '#i18n/languages.ts';
import type { Choice } from '#pages/account-overview/ekyc/choice-field.tsx';

const HOME = 'VNM';

/** The home of most first, the others in the order of the language. */
export function countriesIn(language: Language): Choice[] {
  const named = namesIn(language);
  const alsoNamed = [namesIn(language, 'short'), namesIn('vi'), namesIn('en')];
  const countries = Object.entries(iso31661Alpha3ToAlpha2).map(([id, region]) => ({
    ...{ id, name: named.of(region) ?? id },
    otherNames: [id, ...alsoNamed.map((names) => names.of(region) ?? id)],
  }));
  const inOrder = new Intl.Collator(language);
  return countries.sort(
    (one, other) => Number(other.id === HOME) - Number(one.id === HOME) || inOrder.compare(one.name, other.name),
  );
}

/** As it stands where no country has that code. */
export function countryName(code: string, language: Language): string {
  const region = iso31661Alpha3ToAlpha2[code];
  return (region && namesIn(language).of(region)) ?? code;
}

function namesIn(language: Language, style: 'long' | 'short' = 'long'): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'region', style });
}
