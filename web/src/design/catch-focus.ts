/** What had the focus may go with what was done: then keys go on from a place nearby, not from the top of the page. */
import type { RefObject } from 'react';

/** To be called before or after the change; whoever has moved the focus meanwhile keeps it. */
export function catchFocus(place: RefObject<HTMLElement | null>): void {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
}
