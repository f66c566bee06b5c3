/** Which columns an investor wants and in which order; remembered on this device. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { COLUMN_IDS, type ColumnId } from './board-columns.ts';

interface ColumnStore {
  /** Every column once, in the wanted order. */
  readonly order: readonly ColumnId[];
  readonly hidden: readonly ColumnId[];
  setShown(id: ColumnId, isShown: boolean): void;
  /** One place towards the start (-1) or the end (1). */
  move(id: ColumnId, by: 1 | -1): void;
  reset(): void;
}

export const useColumns = create<ColumnStore>()(
  persist(
    (set) => ({
      order: COLUMN_IDS,
      hidden: [],
      setShown: (id, isShown) =>
        set(({ hidden }) => ({ hidden: isShown ? hidden.filter((other) => other !== id) : [...hidden, id] })),
      move: (id, by) => set(({ order }) => ({ order: moved(order, id, by) })),
      reset: () => set({ order: COLUMN_IDS, hidden: [] }),
    }),
    {
      name: 'board-columns',
      partialize: ({ order, hidden }) => ({ order, hidden }),
      merge: (kept, current) => ({ ...current, ...columnsFrom(kept) }),
    },
  ),
);

export function wantedColumns({ order, hidden }: Pick<ColumnStore, 'order' | 'hidden'>): readonly ColumnId[] {
  return order.filter((id) => !hidden.includes(id));
}

export function moved(order: readonly ColumnId[], id: ColumnId, by: 1 | -1): readonly ColumnId[] {
  const from = order.indexOf(id);
  const to = from + by;
  const other = order[to];
  if (from < 0 || other === undefined) return order;
  return order.map((column, index) => (index === from ? other : index === to ? id : column));
}

/** What an older version kept may lack columns, or name some that are gone. */
export function columnsFrom(kept: unknown): { order: readonly ColumnId[]; hidden: readonly ColumnId[] } {
  const { order, hidden } = isRecord(kept) ? kept : {};
  const known = idsOf(order);
  return { order: [...known, ...COLUMN_IDS.filter((id) => !known.includes(id))], hidden: idsOf(hidden) };
}

function idsOf(value: unknown): ColumnId[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value)].filter((id): id is ColumnId => COLUMN_IDS.some((known) => known === id));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
