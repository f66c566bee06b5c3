/**
 * Places toasts so that none covers what may have to be pressed while it is shown. On a phone they appear under the
 * header, away from the buttons at the bottom. On the desk they appear in the corner of the chart, where nothing is
 * pressed; the position is computed from the chart itself, so that no scrollbar, ticket or list beside it moves them
 * over its neighbours. Elsewhere they appear at the bottom right, and so they do while a dialog is open: it is in the
 * middle of the page, where a chart may end. A narrow window of one panel is pressed everywhere but at its foot.
 */
import { LIMITS } from '@mua/contract/limits';
import { useEffect, useLayoutEffect } from 'react';
import { create } from 'zustand';

const RIGHT = '--toast-right';
const BOTTOM = '--toast-bottom';
/** What a list leaves free below its rows for toasts that lie over it (`ToastRoom`): in a chart's corner they don't. */
const ROOM = '--toast-room';
const BESIDE = '--toast-beside';

/** Width of a toast, whatever it says. */
export const TOAST_WIDTH_PX = LIMITS.toast.widthPx;
const APART_PX = 12;

/** Offsets for the toaster; the bottom right where no corner is offered. */
export const TOAST_OFFSET = {
  bottom: `var(${BESIDE}, var(${BOTTOM}, 40px))`,
  right: `var(${BESIDE}, var(${RIGHT}, ${APART_PX}px))`,
};
export const TOAST_OFFSET_PHONE = { top: 'calc(var(--header-h) + 8px)', left: APART_PX, right: APART_PX };

/** Over the foot of a narrow window. */
export const TOAST_OFFSET_FOOT = { bottom: 2, left: 2, right: 2 };

/** True in a window of one panel. */
export const useToastFoot = create<{ readonly hasFoot: boolean }>(() => ({ hasFoot: false }));

/** The calling frame ends in a foot that nobody trades with. */
export function useToastsAtFoot(): void {
  useEffect(() => {
    useToastFoot.setState({ hasFoot: true });
    return () => useToastFoot.setState({ hasFoot: false });
  }, []);
}

let dialogs = 0;

/** Toasts appear at the page's bottom right while the calling dialog is open: under its overlay nothing is pressed. */
export function useToastsBeside(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    dialogs += 1;
    style.setProperty(BESIDE, `${APART_PX}px`);
    return () => {
      dialogs -= 1;
      if (dialogs === 0) style.removeProperty(BESIDE);
    };
  }, []);
}

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
