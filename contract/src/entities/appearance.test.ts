import { expect, test } from 'vitest';
import { appearanceConfig, DEFAULT_APPEARANCE, languageFromCode } from '#entities/appearance.ts';

test('defaults are the specification’s and conventions’', () => {
  expect(appearanceConfig.parse(DEFAULT_APPEARANCE)).toEqual({ style: 'new-york', theme: 'mxv', radius: 0.5 });
});

test.each([
  ['vi', 'vi'],
  ['vi-VN', 'vi'],
  ['EN-us', 'en'],
  ['en', 'en'],
  ['fr-FR', 'vi'],
  ['', 'vi'],
])('detected %j is %s', (detected, language) => {
  expect(languageFromCode(detected)).toBe(language);
});
