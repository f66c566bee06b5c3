/** Turns of the wheel move the ladder's prices, and not the page that it lies in: the next click means the row it sees. */
import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';

/** Adds to a ref of stable identity. With Ctrl held the wheel zooms the page, as everywhere. */
export function useWheelRef(ref: RefCallback<HTMLElement>, onTurn: (rows: number) => void): RefCallback<HTMLElement> {
  const latest = useRef(onTurn);
  useLayoutEffect(() => {
    latest.current = onTurn;
  });
  return useCallback(
    (element: HTMLElement | null) => {
      const stop = ref(element);
      const turn = (event: WheelEvent) => {
        if (event.ctrlKey || event.deltaY === 0) return;
        event.preventDefault();
        latest.current(event.deltaY > 0 ? -1 : 1);
      };
      // React’s own listener could not keep the page where it is.
      element?.addEventListener('wheel', turn, { passive: false });
      return () => {
        element?.removeEventListener('wheel', turn);
        if (typeof stop === 'function') stop();
      };
    },
    [ref],
  );
}
