/**
 * In a low window the chart may fill the view and take the wheel and every drag, so that nobody could scroll past it.
 * There the wheel scrolls the page (with Ctrl it still zooms the chart), and so does a drag that starts vertically.
 */
import { type RefObject, useEffect } from 'react';
import { LOW_QUERY } from '#design/use-media-query.ts';

/** A smaller movement is only a trembling finger. */
const DECIDED_PX = 6;

export function usePageScroll(surface: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const isLow = () => window.matchMedia(LOW_QUERY).matches;
    let from: { readonly x: number; readonly y: number } | null = null;
    let isPage: boolean | null = null;
    const onWheel = (event: WheelEvent) => {
      if (isLow() && !event.ctrlKey) event.stopPropagation();
    };
    const onStart = ({ touches: [touch] }: TouchEvent) => {
      from = touch && isLow() ? { x: touch.clientX, y: touch.clientY } : null;
      isPage = null;
    };
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!from || !touch || event.touches.length > 1) return;
      const [across, down] = [Math.abs(touch.clientX - from.x), Math.abs(touch.clientY - from.y)];
      if (isPage === null && Math.max(across, down) >= DECIDED_PX) isPage = down > across;
      if (isPage !== false) event.stopPropagation();
    };
    // Runs before the library, whose listener is further inside.
    element.addEventListener('wheel', onWheel, { capture: true, passive: true });
    element.addEventListener('touchstart', onStart, { capture: true, passive: true });
    element.addEventListener('touchmove', onMove, { capture: true, passive: true });
    return () => {
      element.removeEventListener('wheel', onWheel, { capture: true });
      element.removeEventListener('touchstart', onStart, { capture: true });
      element.removeEventListener('touchmove', onMove, { capture: true });
    };
  }, [surface]);
}
