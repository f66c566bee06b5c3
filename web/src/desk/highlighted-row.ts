/** The row that somebody was led to from another list: it is scrolled into view and marked, until another one is. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { create } from 'zustand';

export type HighlightingList = 'orders' | 'conditionals';

interface HighlightedRowStore {
  readonly list: HighlightingList | null;
  readonly id: string | null;
  /** Raised with every way there, the same one included. */
  readonly visits: number;
  show(list: HighlightingList, id: string): void;
  clear(): void;
}

export const useHighlightedRow = create<HighlightedRowStore>()((set) => ({
  list: null,
  id: null,
  visits: 0,
  show: (list, id) => set(({ visits }) => ({ list, id, visits: visits + 1 })),
  clear: () => set({ list: null, id: null }),
}));

/** The key of the marked row of a list, or null. */
export function useHighlightedRowOf(list: HighlightingList): string | null {
  return useHighlightedRow((state) => (state.list === list ? state.id : null));
}

export function showOrder(orderId: string): void {
  useHighlightedRow.getState().show('orders', orderId);
}

/** For whoever holds the lists: called once for each way to a row, with the list it is in. */
export function useHighlightedList(onVisit: (list: HighlightingList) => void): void {
  const visits = useHighlightedRow((state) => state.visits);
  const seen = useRef(visits);
  const visit = useEffectEvent(onVisit);
  useEffect(() => {
    if (visits === seen.current) return;
    seen.current = visits;
    const { list } = useHighlightedRow.getState();
    if (list !== null) visit(list);
  }, [visits]);
}
