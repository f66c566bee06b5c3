/**
 * Tells which lines of a long list are in view, for the board, the tape and the lists below the chart. The caller knows
 * the heights, so positions are sums and only the view itself is measured (record 120).
 */
import { type RefCallback, useCallback, useMemo, useRef, useState } from 'react';
import { useSizeRef } from '#design/use-size-ref.ts';

const OVERSCAN = 6;
/** Assumes a screen of rows before the element is on the page, so that the first paint is not an empty one. */
const FIRST_VIEW = { top: 0, height: 900, width: 0 };

export interface PlacedLine {
  readonly index: number;
  readonly top: number;
  readonly height: number;
}

export interface VisibleLines {
  readonly ref: RefCallback<HTMLElement>;
  readonly lines: readonly PlacedLine[];
  readonly totalHeight: number;
  /** Width of the scrolled element, without its scroll bar; 0 until it is on the page. */
  readonly width: number;
  /** Scrolls as little as needed to show a whole line. */
  scrollTo(index: number): void;
}

export interface VisibleLinesOptions {
  readonly heights: readonly number[];
  /** Height that a sticky head covers at the top of the scrolled element. */
  readonly headHeight: number;
  /** A line that stays mounted out of view, or -1. */
  readonly keep: number;
}

export function useVisibleLines({ heights, headHeight, keep }: VisibleLinesOptions): VisibleLines {
  const element = useRef<HTMLElement | null>(null);
  const [view, setView] = useState(FIRST_VIEW);
  const tops = useMemo(() => topsOf(heights), [heights]);
  const look = useCallback((node: HTMLElement) => setView((last) => viewOf(node, last)), []);
  const sized = useSizeRef(look);
  const ref = useCallback(
    (node: HTMLElement | null) => {
      element.current = node;
      if (!node) return;
      const onScroll = () => look(node);
      node.addEventListener('scroll', onScroll, { passive: true });
      const stop = sized(node);
      return () => {
        stop?.();
        node.removeEventListener('scroll', onScroll);
      };
    },
    [look, sized],
  );
  const { first, last } = rangeInView(tops, { top: view.top, height: view.height - headHeight });
  return {
    ref,
    totalHeight: tops.at(-1) ?? 0,
    width: view.width,
    lines: indexesOf(first, last, { count: heights.length, keep }).map((index) => {
      return { index, top: tops[index] ?? 0, height: heights[index] ?? 0 };
    }),
    scrollTo: (index) => {
      const node = element.current;
      const top = tops[index];
      const bottom = tops[index + 1];
      if (!node || top === undefined || bottom === undefined) return;
      const height = node.clientHeight - headHeight;
      if (top < node.scrollTop) node.scrollTop = top;
      else if (bottom > node.scrollTop + height) node.scrollTop = bottom - height;
    },
  };
}

/** Returns where each line begins, and at the end where the last one ends. */
export function topsOf(heights: readonly number[]): readonly number[] {
  let sum = 0;
  return [0, ...heights.map((height) => (sum += height))];
}

/** Returns the first and last line visible in a view. */
export function rangeInView(
  tops: readonly number[],
  view: { readonly top: number; readonly height: number },
): { readonly first: number; readonly last: number } {
  return { first: lineAt(tops, view.top), last: lineAt(tops, view.top + Math.max(0, view.height) - 1) };
}

/** Finds the line at a height, by bisection; outside, the first or last one. */
function lineAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Adds some lines above and below, and the kept one. */
export function indexesOf(
  first: number,
  last: number,
  { count, keep }: { readonly count: number; readonly keep: number },
): readonly number[] {
  const from = Math.max(0, first - OVERSCAN);
  const to = Math.min(count - 1, last + OVERSCAN);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (keep < 0 || keep >= count || (keep >= from && keep <= to)) return indexes;
  return keep < from ? [keep, ...indexes] : [...indexes, keep];
}

/** Scrolling by half a row changes nothing that is mounted, so it renders nothing. */
const GRAIN = 14;

function viewOf(node: HTMLElement, last: typeof FIRST_VIEW): typeof FIRST_VIEW {
  const top = Math.floor(node.scrollTop / GRAIN) * GRAIN;
  // A hidden panel has no height; what was mounted in it stays.
  const height = node.clientHeight || last.height;
  const width = node.clientWidth || last.width;
  return top === last.top && height === last.height && width === last.width ? last : { top, height, width };
}
