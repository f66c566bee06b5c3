/**
 * Keeps the theme preference under `vite-ui-theme` (docs/rules/screens.md#what-a-browser-keeps): light, dark or system,
 * dark by default. Stored as a plain word, not JSON.
 */
import { DEFAULT_THEME, THEME_STORAGE_KEY, THEMES, type ThemePreference } from '@mua/contract/entities/appearance';
import { create } from 'zustand';
import { readKept, writeKept } from '#session/kept-value.ts';

export { THEMES, type ThemePreference };

export function themeFrom(text: string | null): ThemePreference {
  return THEMES.find((theme) => theme === text) ?? DEFAULT_THEME;
}

interface ThemeStore {
  readonly theme: ThemePreference;
  setTheme(theme: ThemePreference): void;
}

/** The theme is stored from the first visit on, as it was shown: a default that changes later changes nobody's page. */
function keptTheme(): ThemePreference {
  const kept = readKept(THEME_STORAGE_KEY);
  const theme = themeFrom(kept);
  if (kept !== theme) writeKept(THEME_STORAGE_KEY, theme);
  return theme;
}

export const useTheme = create<ThemeStore>()((set) => ({
  theme: keptTheme(),
  setTheme: (theme) => {
    writeKept(THEME_STORAGE_KEY, theme);
    set({ theme });
  },
}));
