/**
 * Tells whether the screen is as narrow as a phone: rows become cards there, and only one of the two may be in the
 * page.
 */
import { useSyncExternalStore } from 'react';

/** Matches below the `md` of theme.css. */
const NARROW = '(width < 48rem)';

export function useNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Test environments have no media queries: they count as wide. */
function read(): boolean {
  return window.matchMedia?.(NARROW).matches ?? false;
}
