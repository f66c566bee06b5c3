/** Follows what is typed once typing pauses, so that not every key asks the server. */
import { useEffect, useState } from 'react';

const PAUSE_MS = 350;

export function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (settled === value) return;
    const pause = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [settled, value]);
  return settled;
}
