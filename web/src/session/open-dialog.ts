/** Holds which dialog is open in the whole product: one at a time, wherever it was asked for. */
import { create } from 'zustand';

export type ProductDialog = 'palette' | 'shortcuts' | 'settings' | 'alerts' | 'network';

interface OpenDialogStore {
  readonly dialog: ProductDialog | null;
  open(dialog: ProductDialog): void;
  close(): void;
}

export const useOpenDialog = create<OpenDialogStore>()((set) => ({
  dialog: null,
  open: (dialog) => set({ dialog }),
  close: () => set({ dialog: null }),
}));
