/** Remembers on this device whether a list on the desk shows the desk's contract alone or all of them. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const SCOPED_LISTS = ['orders', 'positions', 'conditionals'] as const;
export type ScopedList = (typeof SCOPED_LISTS)[number];

interface ListScopeStore {
  /** Lists that show the desk's contract alone. */
  readonly narrowed: readonly ScopedList[];
  setNarrowed(list: ScopedList, isNarrowed: boolean): void;
}

export const useListScope = create<ListScopeStore>()(
  persist(
    (set) => ({
      narrowed: [],
      setNarrowed: (list, isNarrowed) =>
        set(({ narrowed }) => {
          const others = narrowed.filter((one) => one !== list);
          return { narrowed: isNarrowed ? [...others, list] : others };
        }),
    }),
    {
      name: 'list-scope',
      partialize: ({ narrowed }) => ({ narrowed }),
      merge: (kept, store) => ({ ...store, narrowed: keptScope(kept) }),
    },
  ),
);

/** Returns the contract that a list is bound to on the desk of `deskCode`; undefined shows all. */
export function scopedTo(
  { narrowed }: Pick<ListScopeStore, 'narrowed'>,
  list: ScopedList,
  deskCode: string | undefined,
): string | undefined {
  return narrowed.includes(list) ? deskCode : undefined;
}

export function keptScope(kept: unknown): readonly ScopedList[] {
  if (typeof kept !== 'object' || kept === null || !('narrowed' in kept) || !Array.isArray(kept.narrowed)) return [];
  const { narrowed } = kept;
  return SCOPED_LISTS.filter((list) => narrowed.includes(list));
}
