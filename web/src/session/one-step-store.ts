/** Keeps the opt-in to send orders with one click instead of two, for this device and never for an account. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onOtherTab } from '#session/other-tabs.ts';

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

onOtherTab('one-step-orders', () => void useOneStep.persist.rehydrate());
