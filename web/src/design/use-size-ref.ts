/** Returns a ref that reports when an element's size changed. `look` measures it; keep its identity stable. */
import { type RefCallback, useCallback, useRef } from 'react';

export function useSizeRef<E extends Element>(look: (element: E) => void): RefCallback<E> {
  const wasLooked = useRef(false);
  return useCallback(
    (element: E | null) => {
      if (!element) return;
      // An element shown again has the size it had, and the observer reports before the paint if not. Measuring here
      // would force a layout while half of the page is still to be shown.
      if (!wasLooked.current) look(element);
      wasLooked.current = true;
      const observer = new ResizeObserver(() => look(element));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [look],
  );
}
