/** Whether this is a phone's width: there rows become cards, and only one of the two may be in the page. */
import { useSyncExternalStore } from 'react';

/** Below the `md` of theme.css. */
const NARROW = '(width < 48rem)';

export function useNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Test environments know no media queries: they are wide. */
function read(): boolean {
  return window.matchMedia?.(NARROW).matches ?? false;
}
