/**
 * Makes inert what a select's open list hides from screen readers, so that it can't take the focus either (axe:
 * aria-hidden-focus). The primitive marks what it hides a moment after it has opened.
 */
import { useEffect } from 'react';

export function useInertRest(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    let rest: readonly HTMLElement[] = [];
    const frame = requestAnimationFrame(() => {
      rest = [...document.querySelectorAll<HTMLElement>('[data-aria-hidden="true"]:not([inert])')];
      for (const element of rest) element.inert = true;
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const element of rest) element.inert = false;
    };
  }, [isOpen]);
}
