/** A ref that says when an element has got another size. `look` measures it; keep its identity. */
import { type RefCallback, useCallback, useRef } from 'react';

export function useSizeRef<E extends Element>(look: (element: E) => void): RefCallback<E> {
  const wasLooked = useRef(false);
  return useCallback(
    (element: E | null) => {
      if (!element) return;
      // What is shown again has the size it had, and the observer tells before the paint if not. To ask here would have
      // the page laid out while half of it is still to be shown.
      if (!wasLooked.current) look(element);
      wasLooked.current = true;
      const observer = new ResizeObserver(() => look(element));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [look],
  );
}
