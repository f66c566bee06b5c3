/** Remembers which contracts are compared, on this device and for every chart alike, each with its colour. */
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

/** Returns what is still valid of the stored value: contracts and colours must be unique. */
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
