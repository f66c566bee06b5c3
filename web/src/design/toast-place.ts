/** Where toasts stand: a page keeps them off what may have to be pressed while one is shown. */
import { type RefObject, useLayoutEffect } from 'react';

const RIGHT = '--toast-right';
const BOTTOM = '--toast-bottom';

/** For the toaster: its corner where nobody keeps it off. */
export const TOAST_OFFSET = { bottom: `var(${BOTTOM}, 40px)`, right: `var(${RIGHT}, 12px)` };
export const TOAST_OFFSET_MOBILE = { bottom: `var(${BOTTOM}, 72px)`, left: 12, right: 12 };

/** The buttons at the end of a row of orders or positions. */
const ROW_ACTIONS_PX = 176;
const APART_PX = 8;
const BOTTOM_LEAST_PX = 72;

/** Left of a column at the right edge, and of the buttons in the rows beside it. */
export function useToastsBeside(column: RefObject<HTMLElement | null>): void {
  usePlace(column, ({ right, width }) => ({
    [RIGHT]: window.innerWidth - right < APART_PX ? width + ROW_ACTIONS_PX : undefined,
  }));
}

/** Above a bar at the bottom, and left of the buttons in the rows over it. A phone has cards, and toasts as wide as it. */
export function useToastsAbove(bar: RefObject<HTMLElement | null>): void {
  usePlace(bar, ({ top }) => ({
    [BOTTOM]: Math.max(BOTTOM_LEAST_PX, window.innerHeight - top + APART_PX),
    [RIGHT]: ROW_ACTIONS_PX + APART_PX,
  }));
}

type Distances = Readonly<Record<string, number | undefined>>;

/** Undefined leaves the toaster its own distance. */
function usePlace(element: RefObject<HTMLElement | null>, distancesOf: (box: DOMRect) => Distances): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is a function of its argument and the window alone.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const kept = element.current;
    if (!kept) return;
    const distances = () => Object.entries(distancesOf(kept.getBoundingClientRect()));
    const place = () => {
      for (const [property, distance] of distances()) {
        if (distance === undefined) style.removeProperty(property);
        else style.setProperty(property, `${distance}px`);
      }
    };
    const sizes = new ResizeObserver(place);
    sizes.observe(kept);
    // A turned screen moves it and need not change its size.
    window.addEventListener('resize', place);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', place);
      for (const [property] of distances()) style.removeProperty(property);
    };
  }, [element]);
}
