/**
 * Recognises a sideways swipe of one finger over an element: longer than it is slanted, and fast enough not to be a
 * drag. What moves sideways itself (a chart, a wide table, a row of tabs, a field) keeps the finger.
 */
import type { TouchEvent as ReactTouchEvent } from 'react';

const LEAST_PX = 56;
const MOST_MS = 600;
const OWN_TOUCH = '[role="application"], input, textarea, select, .touch-none';

/** Returns a `touchstart` handler. `go` gets 1 for the next part (the finger went left), -1 for the one before. */
export function onSwipe(go: (step: 1 | -1) => void): (event: ReactTouchEvent) => void {
  return ({ target, currentTarget, touches, timeStamp: startMs }) => {
    const { 0: from, 1: second } = touches;
    if (!from || second || !(target instanceof Element) || keepsTouch(target, currentTarget)) return;
    const end = ({ changedTouches, timeStamp: endMs }: TouchEvent): void => {
      const { 0: to } = changedTouches;
      if (!to || endMs - startMs > MOST_MS) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      if (Math.abs(x) >= LEAST_PX && Math.abs(x) >= 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
    };
    // A touch ends where it began, and a row of a moving market may be gone from the page by then.
    target.addEventListener('touchend', (event) => end(event as TouchEvent), { once: true });
  };
}

function keepsTouch(target: Element, within: Element): boolean {
  if (target.closest(OWN_TOUCH)) return true;
  for (let element: Element | null = target; element && element !== within; element = element.parentElement) {
    const { overflowX } = getComputedStyle(element);
    if (element.scrollWidth > element.clientWidth + 1 && (overflowX === 'auto' || overflowX === 'scroll')) return true;
  }
  return false;
}
