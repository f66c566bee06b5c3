/**
 * Tells whether Ctrl (or Cmd) is held, which turns a click on the ladder into a stop. A key that was pressed in another
 * window is not heard here: the pointer tells of it too, and a click decides by itself.
 */
import { type MouseEvent as ReactMouseEvent, useEffect, useState } from 'react';

export function useStopModifier(isOn: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isOn) return setHeld(false);
    const listening = new AbortController();
    const { signal } = listening;
    const read = ({ ctrlKey, metaKey }: KeyboardEvent | PointerEvent) => setHeld(ctrlKey || metaKey);
    document.addEventListener('keydown', read, { signal });
    document.addEventListener('keyup', read, { signal });
    document.addEventListener('pointermove', read, { signal });
    window.addEventListener('blur', () => setHeld(false), { signal });
    return () => listening.abort();
  }, [isOn]);
  return isHeld;
}

/** Of this click; one that a key made may not say what else is held. */
export function isStopClick({ detail, ctrlKey, metaKey }: ReactMouseEvent, isHeld: boolean): boolean {
  return detail === 0 ? isHeld : ctrlKey || metaKey;
}
