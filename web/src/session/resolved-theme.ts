/** Resolves what "system" means right now, and is the one place that writes appearance onto the document. */
import { useSyncExternalStore } from 'react';
import { useAppearance } from '#session/appearance-store.ts';
import { type ThemePreference, useTheme } from '#session/theme-store.ts';

export type ResolvedTheme = 'light' | 'dark';

const BAR_COLOURS: Record<ResolvedTheme, string> = { dark: '#0f1216', light: '#ffffff' };

export function resolveTheme(theme: ThemePreference, prefersDark: boolean): ResolvedTheme {
  return theme === 'system' ? (prefersDark ? 'dark' : 'light') : theme;
}

export function useResolvedTheme(): ResolvedTheme {
  const theme = useTheme((state) => state.theme);
  const prefersDark = useSyncExternalStore(onSystemTheme, systemPrefersDark);
  return resolveTheme(theme, prefersDark);
}

/** Keeps <html> in step with the stores; `public/theme-boot.js` did the same before the first paint. */
export function reflectAppearance(): () => void {
  const reflect = () => {
    const root = document.documentElement;
    const theme = resolveTheme(useTheme.getState().theme, systemPrefersDark());
    const { palette, density, radius } = useAppearance.getState();
    root.classList.toggle('dark', theme === 'dark');
    root.dataset.palette = palette;
    root.dataset.density = density;
    root.style.setProperty('--radius', `${radius}rem`);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[theme]);
  };
  reflect();
  const stops = [useTheme.subscribe(reflect), useAppearance.subscribe(reflect), onSystemTheme(reflect)];
  return () => {
    for (const stop of stops) stop();
  };
}

function systemPrefersDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

function onSystemTheme(listener: () => void): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
