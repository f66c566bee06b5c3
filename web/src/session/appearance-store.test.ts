// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { appearanceFrom, appearanceText, DEFAULT_APPEARANCE, useAppearance } from '#session/appearance-store.ts';
import { themeFrom, useTheme } from '#session/theme-store.ts';

describe('appearance config', () => {
  test.each([
    [null, DEFAULT_APPEARANCE],
    ['', DEFAULT_APPEARANCE],
    ['{', DEFAULT_APPEARANCE],
    ['[]', DEFAULT_APPEARANCE],
    ['{"palette":"pink","radius":"wide"}', DEFAULT_APPEARANCE],
    ['{"radius":9}', DEFAULT_APPEARANCE],
    [
      '{"style":"default","theme":"zinc","radius":0.75,"palette":"vn"}',
      { ...DEFAULT_APPEARANCE, style: 'default', theme: 'zinc', radius: 0.75, palette: 'vn' },
    ],
  ])('%s', (text, appearance) => expect(appearanceFrom(text)).toEqual(appearance));

  test('writes an untouched config exactly as the specification shows it', () =>
    expect(appearanceText(DEFAULT_APPEARANCE)).toBe('{"style":"new-york","theme":"mxv","radius":0.5}'));

  test('keeps its state under the config key', () => {
    useAppearance.getState().setPalette('cb');
    expect(localStorage.getItem('config')).toBe('{"style":"new-york","theme":"mxv","radius":0.5,"palette":"cb"}');
    useAppearance.getState().setPalette('default');
    expect(localStorage.getItem('config')).toBe('{"style":"new-york","theme":"mxv","radius":0.5}');
  });
});

describe('theme preference', () => {
  test.each([
    [null, 'dark'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['system', 'system'],
    ['"light"', 'dark'],
  ])('%s means %s', (text, theme) => expect(themeFrom(text)).toBe(theme));

  test('keeps the preference as a plain word', () => {
    useTheme.getState().setTheme('light');
    expect(localStorage.getItem('vite-ui-theme')).toBe('light');
  });
});
