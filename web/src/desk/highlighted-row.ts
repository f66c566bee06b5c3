/**
 * Marks the row that a link from another list leads to: it is scrolled into view and highlighted, until another one is.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { create } from 'zustand';

export type HighlightingList = 'orders' | 'conditionals';

interface HighlightedRowStore {
  readonly list: HighlightingList | null;
  readonly id: string | null;
  /** Raised with every visit, to the same row included. */
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

/** Returns the key of the highlighted row of a list, or null. */
export function useHighlightedRowOf(list: HighlightingList): string | null {
  return useHighlightedRow((state) => (state.list === list ? state.id : null));
}

export function showOrder(orderId: string): void {
  useHighlightedRow.getState().show('orders', orderId);
}

/** Used by the component that holds the lists: called once for each visit to a row, with the list it is in. */
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
