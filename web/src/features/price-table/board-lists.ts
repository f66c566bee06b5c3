/**
 * Named lists as the board knows them: the feature that stores them provides them here (a feature never imports
 * another).
 */
import type { ReactNode } from 'react';

export interface BoardLists {
  /** Id of the list shown; null shows the board's own tabs. */
  readonly shownId: string | null;
  /** Its contracts, in the owner's order. */
  readonly codes: readonly string[] | null;
  /** Null returns to the board's own tabs. */
  show(watchlistId: string | null): void;
  /** A tab for each list, in the style of the board's own tabs. */
  readonly tabs: ReactNode;
  /** Actions after the tabs: create a list, edit the one shown. */
  readonly tools: ReactNode;
  /** Shown instead of rows if the list is empty. */
  readonly empty: ReactNode;
}

/** Prefix of a list tab's value. */
export const LIST_TAB = 'list:';
