/**
 * Keeps the appearance config as plain JSON under the key `config` (docs/rules/screens.md#what-a-browser-keeps).
 * Palette and density are our additions and are written only when they differ from the default, so that an untouched
 * config reads exactly as the specification shows it. `public/theme-boot.js` reads the same key before the first paint.
 */
import {
  APPEARANCE_STORAGE_KEY,
  type AppearanceConfig,
  DEFAULT_APPEARANCE as DEFAULT_CONFIG,
} from '@mua/contract/entities/appearance';
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { readKept, writeKept } from '#session/kept-value.ts';

export const PALETTES = ['default', 'vn', 'cb', 'redup'] as const;
export const DENSITIES = ['dense', 'default', 'comfortable'] as const;
export type Palette = (typeof PALETTES)[number];
export type Density = (typeof DENSITIES)[number];

export interface Appearance extends Readonly<AppearanceConfig> {
  readonly palette: Palette;
  readonly density: Density;
}

export const DEFAULT_APPEARANCE: Appearance = { ...DEFAULT_CONFIG, palette: 'default', density: 'default' };

export function appearanceFrom(text: string | null): Appearance {
  const kept = parse(text);
  return {
    style: typeof kept.style === 'string' ? kept.style : DEFAULT_APPEARANCE.style,
    theme: typeof kept.theme === 'string' ? kept.theme : DEFAULT_APPEARANCE.theme,
    radius: isRadius(kept.radius) ? kept.radius : DEFAULT_APPEARANCE.radius,
    palette: PALETTES.find((palette) => palette === kept.palette) ?? 'default',
    density: DENSITIES.find((density) => density === kept.density) ?? 'default',
  };
}

export function appearanceText({ style, theme, radius, palette, density }: Appearance): string {
  return JSON.stringify({
    style,
    theme,
    radius,
    ...(palette === 'default' ? {} : { palette }),
    ...(density === 'default' ? {} : { density }),
  });
}

interface AppearanceActions {
  setPalette(palette: Palette): void;
  setDensity(density: Density): void;
  setRadius(radius: number): void;
}

const storage: PersistStorage<Appearance> = {
  getItem: (key) => {
    const kept = readKept(key);
    const state = appearanceFrom(kept);
    // The key exists from the first visit on.
    if (kept === null) writeKept(key, appearanceText(state));
    return { state };
  },
  setItem: (key, { state }) => writeKept(key, appearanceText(state)),
  removeItem: (key) => writeKept(key, appearanceText(DEFAULT_APPEARANCE)),
};

export const useAppearance = create<Appearance & AppearanceActions>()(
  persist(
    (set) => ({
      ...DEFAULT_APPEARANCE,
      setPalette: (palette) => set({ palette }),
      setDensity: (density) => set({ density }),
      setRadius: (radius) => set(isRadius(radius) ? { radius } : {}),
    }),
    {
      name: APPEARANCE_STORAGE_KEY,
      storage,
      partialize: ({ style, theme, radius, palette, density }) => ({ style, theme, radius, palette, density }),
    },
  ),
);

/**
 * Accepts 0.25 to 1 rem. Half a rem already squares the smallest chips; more than one rem would round a table row into
 * a pill.
 */
function isRadius(value: unknown): value is number {
  return typeof value === 'number' && value >= 0.25 && value <= 1;
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
