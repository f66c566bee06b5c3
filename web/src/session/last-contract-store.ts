/** The contract looked at last: where the header's "Trading" leads. Null until a first one was opened. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface LastContractStore {
  readonly code: string | null;
  remember(code: string): void;
}

export const useLastContract = create<LastContractStore>()(
  persist((set) => ({ code: null, remember: (code) => set({ code }) }), {
    name: 'last-contract',
    partialize: ({ code }) => ({ code }),
  }),
);
