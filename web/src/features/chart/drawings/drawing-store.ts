/**
 * The drawings of this device, by investor and commodity, and how the tools were left. A visitor's are kept apart: who
 * signs in does not inherit what somebody else drew.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DRAWINGS_MAX, type Drawing, drawingsFrom } from './drawing.ts';

/** Whose drawings of what. */
export interface Sheet {
  /** Null for a visitor. */
  readonly userId: string | null;
  readonly commodityCode: string;
}

export interface ToolPreferences {
  /** Points jump to the prices of their bar. */
  readonly isMagnet: boolean;
  readonly isLocked: boolean;
  readonly isHidden: boolean;
  /** The strip beside the chart is put away. */
  readonly isStripClosed: boolean;
  /** Colour of the next drawing. */
  readonly slot: number;
}

interface DrawingStore extends ToolPreferences {
  readonly sheets: Readonly<Record<string, readonly Drawing[]>>;
  /** What was deleted last, to take it back; of this page only. */
  readonly deleted: { readonly key: string; readonly drawings: readonly Drawing[] } | null;
  /** Adds it, or takes the place of the one with its id. False when the sheet is full. */
  put(sheet: Sheet, drawing: Drawing): boolean;
  remove(sheet: Sheet, ids: readonly string[], options?: { readonly isForGood: boolean }): void;
  /** Takes the last deletion of the sheet back; how many came back. */
  restore(sheet: Sheet): number;
  prefer(change: Partial<ToolPreferences>): void;
}

const NO_DRAWINGS: readonly Drawing[] = [];

function keyOf({ userId, commodityCode }: Sheet): string {
  return `${userId ?? 'visitor'} ${commodityCode}`;
}

export function drawingsOn(sheets: DrawingStore['sheets'], sheet: Sheet): readonly Drawing[] {
  return sheets[keyOf(sheet)] ?? NO_DRAWINGS;
}

export const useDrawingStore = create<DrawingStore>()(
  persist(
    (set, get) => ({
      sheets: {},
      deleted: null,
      isMagnet: false,
      isLocked: false,
      isHidden: false,
      isStripClosed: false,
      slot: 0,
      put: (sheet, drawing) => {
        const drawings = drawingsOn(get().sheets, sheet);
        const isKnown = drawings.some(({ id }) => id === drawing.id);
        if (!isKnown && drawings.length >= DRAWINGS_MAX) return false;
        const next = isKnown ? drawings.map((old) => (old.id === drawing.id ? drawing : old)) : [...drawings, drawing];
        set(({ sheets }) => ({ sheets: { ...sheets, [keyOf(sheet)]: next } }));
        return true;
      },
      remove: (sheet, ids, { isForGood } = { isForGood: false }) => {
        const key = keyOf(sheet);
        const all = drawingsOn(get().sheets, sheet);
        const gone = all.filter(({ id }) => ids.includes(id));
        if (gone.length === 0) return;
        const left = all.filter(({ id }) => !ids.includes(id));
        set(({ sheets: { [key]: _old, ...others }, deleted }) => ({
          sheets: left.length === 0 ? others : { ...others, [key]: left },
          deleted: isForGood ? deleted : { key, drawings: gone },
        }));
      },
      restore: (sheet) => {
        const key = keyOf(sheet);
        const { deleted, sheets } = get();
        if (deleted?.key !== key) return 0;
        const all = [...drawingsOn(sheets, sheet), ...deleted.drawings].slice(-DRAWINGS_MAX);
        set({ sheets: { ...sheets, [key]: all }, deleted: null });
        return deleted.drawings.length;
      },
      prefer: (change) => set(change),
    }),
    {
      name: 'chart-drawings',
      partialize: ({ sheets, isMagnet, isLocked, isHidden, isStripClosed, slot }) => ({
        sheets,
        isMagnet,
        isLocked,
        isHidden,
        isStripClosed,
        slot,
      }),
      merge: (kept, store) => ({ ...store, ...keptFrom(kept) }),
    },
  ),
);

function keptFrom(kept: unknown): Partial<DrawingStore> {
  const { sheets, isMagnet, isLocked, isHidden, isStripClosed, slot } = (
    typeof kept === 'object' && kept !== null ? kept : {}
  ) as Record<string, unknown>;
  const entries = typeof sheets === 'object' && sheets !== null ? Object.entries(sheets) : [];
  return {
    sheets: Object.fromEntries(entries.map(([key, drawings]) => [key, drawingsFrom(drawings)])),
    isMagnet: isMagnet === true,
    isLocked: isLocked === true,
    isHidden: isHidden === true,
    isStripClosed: isStripClosed === true,
    slot: typeof slot === 'number' && Number.isInteger(slot) && slot >= 0 ? slot : 0,
  };
}
