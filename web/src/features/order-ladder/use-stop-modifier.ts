/** Tells whether Ctrl (or Cmd) is held, which turns a click on the ladder into a stop. */
import { useEffect, useState } from 'react';

export function useStopModifier(isOn: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isOn) return setHeld(false);
    const listening = new AbortController();
    const { signal } = listening;
    const read = ({ ctrlKey, metaKey }: KeyboardEvent) => setHeld(ctrlKey || metaKey);
    document.addEventListener('keydown', read, { signal });
    document.addEventListener('keyup', read, { signal });
    window.addEventListener('blur', () => setHeld(false), { signal });
    return () => listening.abort();
  }, [isOn]);
  return isHeld;
}
