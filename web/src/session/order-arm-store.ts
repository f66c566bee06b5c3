/**
 * Holds whether a click on the ladder and a key send orders: one lock for both, for one sub-account in one contract. It is
 * never kept: every load begins locked. With it, the lots of the next order.
 */
import { create } from 'zustand';

interface OrderArmStore {
  /** Whose orders in what; null while locked. */
  readonly armedFor: string | null;
  readonly lots: { readonly owner: string; readonly text: string } | null;
  arm(owner: string): void;
  disarm(): void;
  /** Of ladder and keys, the last one to leave locks and forgets the lots. */
  join(): () => void;
  setLotsText(owner: string, text: string): void;
}

export const useOrderArm = create<OrderArmStore>()((set) => {
  let users = 0;
  return {
    armedFor: null,
    lots: null,
    arm: (owner) => set({ armedFor: owner }),
    disarm: () => set({ armedFor: null }),
    join: () => {
      users += 1;
      return () => {
        users -= 1;
        if (users === 0) set({ armedFor: null, lots: null });
      };
    },
    setLotsText: (owner, text) => set({ lots: { owner, text } }),
  };
});
