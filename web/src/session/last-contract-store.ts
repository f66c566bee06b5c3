/** Remembers the contract viewed last, where the header's "Trading" leads. Null until a first one was opened. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface LastContractStore {
  readonly code: string | null;
  /** True for a contract remembered from an earlier visit and not yet opened in this one. */
  readonly isOfBefore: boolean;
  remember(code: string): void;
}

export const useLastContract = create<LastContractStore>()(
  persist((set) => ({ code: null, isOfBefore: true, remember: (code) => set({ code, isOfBefore: false }) }), {
    name: 'last-contract',
    partialize: ({ code }) => ({ code }),
  }),
);
