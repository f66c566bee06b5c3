/** Where a phone gets other rows than a desk, and not only other sizes. */
import { useCallback, useSyncExternalStore } from 'react';

/** The same bound as the `md` classes. */
export const DESK_QUERY = '(min-width: 48rem)';

/** The same bound as the `low` classes. */
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
