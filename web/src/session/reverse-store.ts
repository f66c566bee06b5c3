/**
 * Keeps the opt-in to reverse a position with one press and a confirmation, for this device and never for an account.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onOtherTab } from '#session/other-tabs.ts';

interface ReverseStore {
  readonly isOffered: boolean;
  setOffered(isOffered: boolean): void;
}

export const useReverse = create<ReverseStore>()(
  persist((set) => ({ isOffered: false, setOffered: (isOffered) => set({ isOffered }) }), {
    name: 'offer-reverse',
    partialize: ({ isOffered }) => ({ isOffered }),
  }),
);

onOtherTab('offer-reverse', () => void useReverse.persist.rehydrate());
