/** Named lists as the board knows them: whoever keeps them puts them here (a feature never imports another). */
import type { ReactNode } from 'react';

export interface BoardLists {
  /** Of the one that is shown; null shows the board's own tabs. */
  readonly shownId: string | null;
  /** Its contracts, as arranged. */
  readonly codes: readonly string[] | null;
  /** Null goes back to the board's own tabs. */
  show(watchlistId: string | null): void;
  /** A tab for each, of the board's own tabs. */
  readonly tabs: ReactNode;
  /** Behind the tabs: a new one, changing the shown one. */
  readonly tools: ReactNode;
  /** Instead of the rows of one that is empty. */
  readonly empty: ReactNode;
}

/** The value of a list's tab. */
export const LIST_TAB = 'list:';
