/**
 * The sizes that an investor has given to the desk's panels, in pixels and remembered on this device. What nobody has
 * moved keeps its drawn size, whatever the window; the chart takes what is left.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const DESK_PANELS = ['book', 'tape', 'side', 'bottom'] as const;
export type DeskPanel = (typeof DESK_PANELS)[number];
export type DeskSizes = Readonly<Record<DeskPanel, number>>;

/** Narrower, a figure is cut off; wider, the chart has no room. */
export const PANEL_LIMITS: Readonly<Record<DeskPanel, { readonly min: number; readonly max: number }>> = {
  book: { min: 184, max: 360 },
  tape: { min: 144, max: 300 },
  side: { min: 300, max: 460 },
  bottom: { min: 120, max: 560 },
};

export const DRAWN_SIZES: DeskSizes = { book: 208, tape: 160, side: 324, bottom: 236 };
/** From 1700 px on. */
export const WIDE_SIZES: DeskSizes = { book: 240, tape: 180, side: 348, bottom: 268 };

interface DeskLayoutStore {
  readonly moved: Readonly<Partial<Record<DeskPanel, number>>>;
  resize(sizes: Readonly<Partial<Record<DeskPanel, number>>>): void;
}

export const useDeskLayout = create<DeskLayoutStore>()(
  persist(
    (set) => ({
      moved: {},
      resize: (sizes) => set(({ moved }) => ({ moved: { ...moved, ...keptSizes(sizes) } })),
    }),
    {
      name: 'desk-layout',
      partialize: ({ moved }) => ({ moved }),
      merge: (kept, store) => ({ ...store, moved: keptSizes(isRecord(kept) ? kept.moved : undefined) }),
    },
  ),
);

/** Whole pixels within the limits; what is no size is left out. */
export function keptSizes(kept: unknown): Partial<Record<DeskPanel, number>> {
  const sizes: Partial<Record<DeskPanel, number>> = {};
  for (const panel of DESK_PANELS) {
    const size = isRecord(kept) ? kept[panel] : undefined;
    if (typeof size !== 'number' || !Number.isFinite(size)) continue;
    const { min, max } = PANEL_LIMITS[panel];
    sizes[panel] = Math.round(Math.min(max, Math.max(min, size)));
  }
  return sizes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
