/** Holds the named list that the board shows, the same on every page with a board; null shows the board's own tabs. */
import { create } from 'zustand';

interface ShownList {
  readonly watchlistId: string | null;
  /** Codes in their arranged order. The component that holds the lists keeps them up to date. */
  readonly contractCodes: readonly string[];
}

export const useShownList = create<ShownList>()(() => ({ watchlistId: null, contractCodes: [] }));

export function showList(watchlistId: string | null, contractCodes: readonly string[] = []): void {
  useShownList.setState({ watchlistId, contractCodes });
}
