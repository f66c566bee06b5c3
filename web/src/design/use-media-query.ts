/** Tells where a phone gets different rows from a desk, and not only different sizes. */
import { useCallback, useSyncExternalStore } from 'react';

/** The bound is that of the `md` classes. */
export const DESK_QUERY = '(min-width: 48rem)';

/** The bound is that of the `low` classes. */
export const LOW_QUERY = '(height < 36rem)';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
