/** Turning a position round with one press and a question: an opt-in of this device, never of an account. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

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
