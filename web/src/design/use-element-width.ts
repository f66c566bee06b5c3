/** The width of an element, for what CSS can't decide: how many columns or bars there is room for. */
import { type RefCallback, useCallback, useState } from 'react';
import { useSizeRef } from '#design/use-size-ref.ts';

/** Without the scroll bar; 0 until it is on the page. */
export function useElementWidth(): readonly [ref: RefCallback<Element>, width: number] {
  const [width, setWidth] = useState(0);
  const look = useCallback((element: Element) => setWidth(element.clientWidth), []);
  return [useSizeRef(look), width];
}
