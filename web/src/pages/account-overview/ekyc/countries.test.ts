/** Countries as they are offered, by the names that somebody looks for. */
import { expect, test } from 'vitest';
import { countriesIn, countryName } from '#pages/account-overview/ekyc/countries.ts';

test.each([
  ['vi', ['Việt Nam', 'Ả Rập Xê-út'], 'Đức'],
  ['en', ['Vietnam', 'Afghanistan'], 'Germany'],
] as const)('in %s, Vietnam first, then by name', (language, first, germany) => {
  const countries = countriesIn(language);
  expect(countries.slice(0, 2).map(({ name }) => name)).toEqual(first);
  expect(countries.find(({ id }) => id === 'DEU')?.name).toBe(germany);
  expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length);
});

test('one is found by its short name, its other language and its code', () => {
  const us = countriesIn('vi').find(({ id }) => id === 'USA');
  expect(us?.otherNames).toEqual(expect.arrayContaining(['Mỹ', 'United States', 'USA']));
});

test('what is no code stands as it was written', () => {
  expect(countryName('VNM', 'en')).toBe('Vietnam');
  expect(countryName('Việt Nam', 'en')).toBe('Việt Nam');
});
