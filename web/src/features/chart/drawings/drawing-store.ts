/**
 * Stores the drawings of this device, by investor and commodity, and the state of the tools. A visitor's are kept
 * apart: signing in does not inherit what somebody else drew.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DRAWINGS_MAX, type Drawing, drawingsFrom } from '#features/chart/drawings/drawing.ts';
import { onOtherTab } from '#session/other-tabs.ts';

/** Identifies whose drawings, of which commodity. */
export interface Sheet {
  /** Null for a visitor. */
  readonly userId: string | null;
  readonly commodityCode: string;
}

export interface ToolPreferences {
  /** Points snap to the prices of their bar. */
  readonly isMagnet: boolean;
  readonly isLocked: boolean;
  readonly isHidden: boolean;
  /** The strip beside the chart is collapsed. */
  readonly isStripClosed: boolean;
  /** Colour of the next drawing. */
  readonly slot: number;
}

/** One change: the drawings that it is about, as they were and as they became. */
interface Step {
  readonly key: string;
  readonly before: readonly Drawing[];
  readonly after: readonly Drawing[];
}

interface DrawingStore extends ToolPreferences {
  readonly sheets: Readonly<Record<string, readonly Drawing[]>>;
  /** Changes that can be undone, oldest first; of this page only. */
  readonly steps: readonly Step[];
  /** Changes that were undone and can be made again, the next one last. The next change of their sheet ends them. */
  readonly undone: readonly Step[];
  /** Adds a drawing, or replaces the one with its id. False when the sheet is full. */
  put(sheet: Sheet, drawing: Drawing): boolean;
  /** Returns the change to undo; null if there was nothing to delete. */
  remove(sheet: Sheet, ids: readonly string[]): Step | null;
  /** Removes what was never worth keeping; this can not be undone. */
  discard(sheet: Sheet, ids: readonly string[]): void;
  /** Undoes a change of the sheet, by default the last one; returns whether there was one. */
  undo(sheet: Sheet, step?: Step): boolean;
  /** Makes the change again that was undone last; returns whether there was one. */
  redo(sheet: Sheet): boolean;
  prefer(change: Partial<ToolPreferences>): void;
}

const NO_DRAWINGS: readonly Drawing[] = [];
/** More steps than anybody remembers. */
const STEPS_MAX = 100;

export function keyOf({ userId, commodityCode }: Sheet): string {
  return `${userId ?? 'visitor'} ${commodityCode}`;
}

export function drawingsOn(sheets: DrawingStore['sheets'], sheet: Sheet): readonly Drawing[] {
  return sheets[keyOf(sheet)] ?? NO_DRAWINGS;
}

export function canUndo({ steps }: Pick<DrawingStore, 'steps'>, sheet: Sheet): boolean {
  return steps.some(({ key }) => key === keyOf(sheet));
}

export function canRedo({ undone }: Pick<DrawingStore, 'undone'>, sheet: Sheet): boolean {
  return undone.some(({ key }) => key === keyOf(sheet));
}

export const useDrawingStore = create<DrawingStore>()(
  persist(
    (set, get) => ({
      sheets: {},
      steps: [],
      undone: [],
      isMagnet: false,
      isLocked: false,
      isHidden: false,
      isStripClosed: false,
      slot: 0,
      put: (sheet, drawing) => {
        const drawings = drawingsOn(get().sheets, sheet);
        const old = drawings.find(({ id }) => id === drawing.id);
        if (!old && drawings.length >= DRAWINGS_MAX) return false;
        const key = keyOf(sheet);
        set(({ sheets, steps, undone }) => ({
          sheets: { ...sheets, [key]: withThese(drawings, [drawing]) },
          ...(old && isUnwritten(old)
            ? { steps: steps.map((step) => written(step, drawing)) }
            : taken({ key, before: old ? [old] : [], after: [drawing] }, { steps, undone })),
        }));
        return true;
      },
      remove: (sheet, ids) => {
        const key = keyOf(sheet);
        const all = drawingsOn(get().sheets, sheet);
        const before = all.filter(({ id }) => ids.includes(id));
        if (before.length === 0) return null;
        const step = { key, before, after: [] };
        set(({ sheets, ...past }) => ({
          sheets: withSheet(sheets, key, withoutThese(all, ids)),
          ...taken(step, past),
        }));
        return step;
      },
      discard: (sheet, ids) => {
        const key = keyOf(sheet);
        const isAbout = ({ before, after }: Step) => [...before, ...after].some(({ id }) => ids.includes(id));
        set(({ sheets, steps, undone }) => ({
          sheets: withSheet(sheets, key, withoutThese(drawingsOn(sheets, sheet), ids)),
          steps: steps.filter((step) => !isAbout(step)),
          undone: undone.filter((step) => !isAbout(step)),
        }));
      },
      undo: (sheet, step) => {
        const { steps, undone } = get();
        const last = step ? steps.find((known) => known === step) : steps.findLast(({ key }) => key === keyOf(sheet));
        if (!last) return false;
        set(({ sheets }) => ({
          sheets: changed(sheets, sheet, { from: last.after, to: last.before }),
          steps: steps.filter((known) => known !== last),
          undone: [...undone, last].slice(-STEPS_MAX),
        }));
        return true;
      },
      redo: (sheet) => {
        const { steps, undone } = get();
        const last = undone.findLast(({ key }) => key === keyOf(sheet));
        if (!last) return false;
        set(({ sheets }) => ({
          sheets: changed(sheets, sheet, { from: last.before, to: last.after }),
          steps: [...steps, last].slice(-STEPS_MAX),
          undone: undone.filter((known) => known !== last),
        }));
        return true;
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

// Another tab of this browser draws on the same sheets.
onOtherTab('chart-drawings', () => void useDrawingStore.persist.rehydrate());

/** Restores each at its own index; missing ones go to the end. */
export function withThese(drawings: readonly Drawing[], these: readonly Drawing[]): readonly Drawing[] {
  const replaced = drawings.map((drawing) => these.find(({ id }) => id === drawing.id) ?? drawing);
  return [...replaced, ...these.filter(({ id }) => drawings.every((drawing) => drawing.id !== id))];
}

export function withoutThese(drawings: readonly Drawing[], ids: readonly string[]): readonly Drawing[] {
  return drawings.filter(({ id }) => !ids.includes(id));
}

type Past = Pick<DrawingStore, 'steps' | 'undone'>;

function taken(step: Step, { steps, undone }: Past): Past {
  return { steps: [...steps, step].slice(-STEPS_MAX), undone: undone.filter(({ key }) => key !== step.key) };
}

function written(step: Step, note: Drawing): Step {
  return { ...step, after: step.after.map((drawing) => (drawing.id === note.id ? note : drawing)) };
}

function changed(
  sheets: DrawingStore['sheets'],
  sheet: Sheet,
  { from, to }: { readonly from: readonly Drawing[]; readonly to: readonly Drawing[] },
): DrawingStore['sheets'] {
  const gone = from.flatMap(({ id }) => (to.some((drawing) => drawing.id === id) ? [] : [id]));
  const left = withoutThese(drawingsOn(sheets, sheet), gone);
  return withSheet(sheets, keyOf(sheet), withThese(left, to).slice(-Math.max(DRAWINGS_MAX, left.length)));
}

/** An empty sheet is not stored. */
export function withSheet(
  sheets: DrawingStore['sheets'],
  key: string,
  drawings: readonly Drawing[],
): DrawingStore['sheets'] {
  const { [key]: _old, ...others } = sheets;
  return drawings.length === 0 ? others : { ...others, [key]: drawings };
}

/** Writing a note for the first time is part of placing it. */
function isUnwritten({ tool, text }: Drawing): boolean {
  return tool === 'note' && text === '';
}

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
