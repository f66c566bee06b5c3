/** What had the focus may go with what was done: then keys go on from a place nearby, not from the top of the page. */
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

export interface CaughtFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** To be spread on what holds it all. `place` gets the focus when what had it was taken away, and nothing else has it. */
export function useCaughtFocus(place: RefObject<HTMLElement | null>): CaughtFocus {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }) => {
      focused.current = target;
    },
    // What is taken away is left without leaving it.
    onBlur: ({ target }) => {
      if (target.isConnected) focused.current = null;
    },
  };
}
