/**
 * The sub-account that orders go to (docs/rules/people.md#sessions). Kept over a reload, cleared by switching or
 * signing out (docs/rules/people.md#sessions).
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
