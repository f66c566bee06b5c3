/**
 * Gives the focus back to where it was when a dialog opened. Radix gives it to the dialog's trigger alone, and what is
 * asked from a row, a menu or by a key has none: the focus would fall to the page and the next Tab begin at its top.
 */
import { useState } from 'react';

/** As `onCloseAutoFocus` of what is mounted only while it is open; `first` may prevent it. */
export function useReturnFocus(first?: (event: Event) => void): (event: Event) => void {
  // Before anything in it takes the focus: `autoFocus` does when it is mounted.
  const [places] = useState(() => placesFrom(document.activeElement));
  return (event) => {
    first?.(event);
    if (event.defaultPrevented) return;
    // Whoever has put the focus somewhere meanwhile meant that, and Radix is kept from taking it to the trigger;
    // otherwise the trigger, where there is one, gets it from Radix after this.
    if (document.activeElement !== document.body) return event.preventDefault();
    [...places, document.querySelector('main')].some(takesFocus);
  };
}

/** Best first: the opener, then the panels that it stands in, because its row may be gone by then. */
function placesFrom(opener: Element | null): readonly Element[] {
  if (!opener || opener === document.body) return [];
  // A menu goes when one of its items is chosen; its trigger stays, and names it.
  const trigger = document.getElementById(opener.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '');
  return trigger ? placesFrom(trigger) : [opener, ...panelsAround(opener)];
}

function panelsAround(element: Element): readonly Element[] {
  const panel = element.parentElement?.closest('[tabindex]');
  return panel ? [panel, ...panelsAround(panel)] : [];
}

/** Asked by trying: what is gone, hidden or disabled does not take it. */
function takesFocus(place: Element | null): boolean {
  if (!(place instanceof HTMLElement)) return false;
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}
