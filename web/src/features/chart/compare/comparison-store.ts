/** Which contracts are compared, remembered on this device for every chart alike, each with the colour it was given. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { COMPARE_SLOTS } from '#features/chart/compare/compared-contract.ts';

export interface KeptLine {
  readonly code: string;
  readonly slot: number;
}

interface ComparisonStore {
  readonly lines: readonly KeptLine[];
  set(lines: readonly KeptLine[]): void;
}

export const useComparisonStore = create<ComparisonStore>()(
  persist(
    (set) => ({
      lines: [],
      set: (lines) => set({ lines }),
    }),
    {
      name: 'chart-compared',
      partialize: ({ lines }) => ({ lines }),
      merge: (kept, store) => ({ ...store, lines: keptLinesFrom(kept) }),
    },
  ),
);

/** What was kept, where it still makes sense: a contract has one colour, a colour one contract. */
export function keptLinesFrom(kept: unknown): readonly KeptLine[] {
  const { lines } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const entries: readonly unknown[] = Array.isArray(lines) ? lines : [];
  const read: KeptLine[] = [];
  for (const entry of entries) {
    const { code, slot: keptSlot } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
      string,
      unknown
    >;
    const slot = COMPARE_SLOTS.find((known) => known === keptSlot);
    if (typeof code !== 'string' || slot === undefined) continue;
    if (read.every((line) => line.code !== code && line.slot !== slot)) read.push({ code, slot });
  }
  return read;
}
