/** How many levels a side there is room for: half a row at the edge reads as a fault. Ten where there is room for all. */
import { type RefCallback, useCallback, useState } from 'react';
import { BOOK_LEVELS } from './book-rows.ts';

/** The pinned row and its margins. */
const MIDDLE_PX = 36;

export function useFittingLevels(): readonly [ref: RefCallback<HTMLElement>, levels: number] {
  const [levels, setLevels] = useState(BOOK_LEVELS);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setLevels(levelsIn(element.clientHeight, rowHeight(element)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, levels];
}

export function levelsIn(heightPx: number, rowPx: number): number {
  return Math.max(1, Math.min(BOOK_LEVELS, Math.floor((heightPx - MIDDLE_PX) / 2 / rowPx)));
}

/** The density's, as the style sheet has it. */
function rowHeight(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--book-row')) || 20;
}
