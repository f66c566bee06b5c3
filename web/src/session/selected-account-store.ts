/**
 * Holds the sub-account that orders go to (docs/rules/people.md#sessions). It survives a reload and is cleared by
 * switching accounts or signing out.
 */
import type { SelectedAccountState } from '@mua/contract/entities/selected-account';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface SelectedAccountStore extends Readonly<SelectedAccountState> {
  select(accountId: string): void;
  clear(): void;
}

export const useSelectedAccount = create<SelectedAccountStore>()(
  persist(
    (set) => ({
      selectedAccount: null,
      select: (accountId) => set({ selectedAccount: accountId }),
      clear: () => set({ selectedAccount: null }),
    }),
    { name: 'selected-account', partialize: ({ selectedAccount }) => ({ selectedAccount }) },
  ),
);
