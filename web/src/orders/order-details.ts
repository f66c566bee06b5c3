/** Holds the order whose details are open: requested from a row, shown by whatever part owns the sheet. */
import { create } from 'zustand';
import type { AccountActor } from '#signed-in/actor.ts';

export interface DetailedOrder {
  readonly actor: AccountActor;
  /** Id of an order or of a conditional order. */
  readonly orderId: string;
}

interface OrderDetailsStore {
  readonly shown: DetailedOrder | null;
  open(order: DetailedOrder): void;
  close(): void;
}

export const useOrderDetails = create<OrderDetailsStore>()((set) => ({
  shown: null,
  open: (shown) => set({ shown }),
  close: () => set({ shown: null }),
}));
