/** Orders with one click instead of two: an opt-in of this device, never of an account. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface OneStepStore {
  readonly isOneStep: boolean;
  setOneStep(isOneStep: boolean): void;
}

export const useOneStep = create<OneStepStore>()(
  persist((set) => ({ isOneStep: false, setOneStep: (isOneStep) => set({ isOneStep }) }), {
    name: 'one-step-orders',
    partialize: ({ isOneStep }) => ({ isOneStep }),
  }),
);
