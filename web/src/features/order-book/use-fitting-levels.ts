/** Determines how many levels a side fit: half a row at the edge looks like a defect. Ten if all fit. */
import { type RefCallback, useCallback, useState } from 'react';
import { useBookRowHeight } from '#design/book-row.ts';
import { useSizeRef } from '#design/use-size-ref.ts';
import { BOOK_LEVELS } from '#features/order-book/book-rows.ts';

/** The pinned row and its margins. */
const MIDDLE_PX = 36;

export function useFittingLevels(): readonly [ref: RefCallback<HTMLElement>, levels: number] {
  const [levels, setLevels] = useState(BOOK_LEVELS);
  const rowPx = useBookRowHeight();
  const look = useCallback((element: HTMLElement) => setLevels(levelsIn(element.clientHeight, rowPx)), [rowPx]);
  return [useSizeRef(look), levels];
}

export function levelsIn(heightPx: number, rowPx: number): number {
  return Math.max(1, Math.min(BOOK_LEVELS, Math.floor((heightPx - MIDDLE_PX) / 2 / rowPx)));
}
