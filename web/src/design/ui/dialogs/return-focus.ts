/**
 * Returns the focus to where it was when a dialog opened. Radix returns it to the dialog's trigger alone, and a dialog
 * opened from a row, a menu or by a key has none: the focus would fall to the page and the next Tab begin at its top.
 */
import { useState } from 'react';

/** Returns an `onCloseAutoFocus` for a dialog mounted only while open; `first` may prevent it. */
export function useReturnFocus(first?: (event: Event) => void): (event: Event) => void {
  // This runs before anything in the dialog takes the focus: `autoFocus` does so on mount.
  const [places] = useState(() => placesFrom(document.activeElement));
  return (event) => {
    first?.(event);
    if (event.defaultPrevented) return;
    // A focus moved in the meantime was meant: Radix must not move it to the trigger. Otherwise the trigger, where there
    // is one, gets it from Radix after this.
    if (document.activeElement !== document.body) return event.preventDefault();
    [...places, dialogBelow(), document.querySelector('main')].some(takesFocus);
  };
}

/** Lists the candidates, best first: the opener, then the panels around it, because its row may be gone by then. */
function placesFrom(opener: Element | null): readonly Element[] {
  if (!opener || opener === document.body) return [];
  // A menu closes when one of its items is chosen; its trigger stays, and names it.
  const trigger = document.getElementById(opener.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '');
  return trigger ? placesFrom(trigger) : [opener, ...panelsAround(opener)];
}

/** Behind a dialog that stays open, the page takes no focus. */
function dialogBelow(): Element | null {
  return [...document.querySelectorAll('[role$=dialog][data-state=open]')].at(-1) ?? null;
}

function panelsAround(element: Element): readonly Element[] {
  const panel = element.parentElement?.closest('[tabindex]');
  return panel ? [panel, ...panelsAround(panel)] : [];
}

/** Tests by trying: an element that is gone, hidden or disabled does not take the focus. */
function takesFocus(place: Element | null): boolean {
  if (!(place instanceof HTMLElement)) return false;
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}
