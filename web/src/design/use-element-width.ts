/** The width of an element, for what CSS can't decide: how many columns or bars there is room for. */
import { type RefCallback, useCallback, useState } from 'react';

/** 0 until it is on the page. */
export function useElementWidth(): readonly [ref: RefCallback<Element>, width: number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
