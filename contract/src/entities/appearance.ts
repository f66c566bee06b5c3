/** Language and look of the product, stored in the browser (docs/rules/screens.md#what-a-browser-keeps). */
import { z } from 'zod';
import { LIMITS } from '#limits.ts';

export const appearanceConfig = z
  .object({ style: z.string().max(32), theme: z.string().max(32), radius: z.number().min(0).max(2) })
  .meta({ id: 'AppearanceConfig' });
export type AppearanceConfig = z.infer<typeof appearanceConfig>;

export const APPEARANCE_STORAGE_KEY = 'config';
/** The default theme carries the name of a trading exchange (docs/rules/screens.md#what-a-browser-keeps). */
export const DEFAULT_APPEARANCE: AppearanceConfig = { style: 'new-york', theme: 'mxv', radius: LIMITS.defaultRadius };

export const THEMES = ['light', 'dark', 'system'] as const;
export const themePreference = z.enum(THEMES).meta({ id: 'ThemePreference' });
export type ThemePreference = z.infer<typeof themePreference>;

export const THEME_STORAGE_KEY = 'vite-ui-theme';
export const DEFAULT_THEME: ThemePreference = LIMITS.defaultTheme;

export const languagePreference = z.enum(LIMITS.languages).meta({ id: 'LanguagePreference' });
export type LanguagePreference = z.infer<typeof languagePreference>;

export const LANGUAGE_STORAGE_KEY = 'i18nextLng';
export const DEFAULT_LANGUAGE: LanguagePreference = LIMITS.defaultLanguage;

/** Any detected code that contains a supported one maps to it (`vi-VN`, `en-US`); anything else to the default. */
export function languageFromCode(detected: string): LanguagePreference {
  const code = detected.toLowerCase();
  return LIMITS.languages.find((language) => code.includes(language)) ?? DEFAULT_LANGUAGE;
}
