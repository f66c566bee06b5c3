/**
 * Holds the margin figures of each sub-account (docs/rules/entities.md#margin), keyed by accountId; how entries merge
 * is the contract's rule.
 */
import { type InvestorMarginEntry, mergeMarginEntries } from '@mua/contract/entities/margin';
import { create } from 'zustand';

interface MarginStore {
  readonly entries: ReadonlyMap<string, InvestorMarginEntry>;
  merge(incoming: readonly InvestorMarginEntry[]): void;
  /** Switching accounts clears the margin state (docs/rules/entities.md#margin). */
  clear(): void;
}

export const useMargins = create<MarginStore>()((set) => ({
  entries: new Map(),
  merge: (incoming) => set(({ entries }) => ({ entries: mergeMarginEntries(entries, incoming) })),
  clear: () => set({ entries: new Map() }),
}));
