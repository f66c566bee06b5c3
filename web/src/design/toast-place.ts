/**
 * Places toasts so that none covers what may have to be pressed while it is shown. On a phone they appear under the
 * header, away from the buttons at the bottom. On the desk they appear in the corner of the chart, where nothing is
 * pressed; the position is computed from the chart itself, so that no scrollbar, ticket or list beside it moves them
 * over its neighbours. Elsewhere they appear at the bottom right.
 */
import { LIMITS } from '@mua/contract/limits';
import { useLayoutEffect } from 'react';

const RIGHT = '--toast-right';
const BOTTOM = '--toast-bottom';
/** What a list leaves free below its rows for toasts that lie over it (`ToastRoom`): in a chart's corner they don't. */
const ROOM = '--toast-room';

/** Width of a toast, whatever it says. */
export const TOAST_WIDTH_PX = LIMITS.toast.widthPx;
const APART_PX = 12;

/** Offsets for the toaster; the bottom right where no corner is offered. */
export const TOAST_OFFSET = { bottom: `var(${BOTTOM}, 40px)`, right: `var(${RIGHT}, ${APART_PX}px)` };
export const TOAST_OFFSET_PHONE = { top: 'calc(var(--header-h) + 8px)', left: APART_PX, right: APART_PX };

export interface ToastCorner {
  /** The element that ends at the corner: toasts appear above its top, left of its right edge. */
  readonly edge: HTMLElement;
  /** The element that must resize before the edge can move. */
  readonly around: HTMLElement;
}

/** Shows toasts in this corner while it is in the page; null leaves them where they are everywhere else. */
export function useToastsIn(corner: ToastCorner | null): void {
  useLayoutEffect(() => {
    if (!corner) return;
    const { style } = document.documentElement;
    const place = () => {
      const { right, top } = corner.edge.getBoundingClientRect();
      const { clientWidth, clientHeight } = document.documentElement;
      // Toasts stay inside the left edge of a window that is too narrow for them.
      const most = clientWidth - TOAST_WIDTH_PX - APART_PX;
      style.setProperty(RIGHT, `${Math.min(most, clientWidth - right + APART_PX)}px`);
      style.setProperty(ROOM, '0px');
      style.setProperty(BOTTOM, `${clientHeight - top + APART_PX}px`);
    };
    const sizes = new ResizeObserver(place);
    sizes.observe(corner.edge);
    sizes.observe(corner.around);
    // The page itself may become wider and leave the chart as it is.
    window.addEventListener('resize', place);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', place);
      style.removeProperty(RIGHT);
      style.removeProperty(BOTTOM);
      style.removeProperty(ROOM);
    };
  }, [corner]);
}
