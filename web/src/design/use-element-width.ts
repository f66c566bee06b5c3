/** Measures the width of an element, for what CSS can't decide: how many columns or bars fit. */
import { type RefCallback, useCallback, useState } from 'react';
import { useSizeRef } from '#design/use-size-ref.ts';

/** Excludes the scroll bar; 0 until the element is on the page. */
export function useElementWidth(): readonly [ref: RefCallback<Element>, width: number] {
  const [width, setWidth] = useState(0);
  const look = useCallback((element: Element) => setWidth(element.clientWidth), []);
  return [useSizeRef(look), width];
}
