/**
 * In a low window the chart may be all that is in view, and takes the wheel and every drag: nobody would get past it.
 * There the wheel scrolls the page (with Ctrl it zooms the chart still), and so does a drag that begins up or down.
 */
import { type RefObject, useEffect } from 'react';
import { LOW_QUERY } from '#design/use-media-query.ts';

/** Less is a finger that trembled. */
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
    // Before the library, which listens further inside.
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
