/**
 * Rows chosen for something that is done with many at once. Locked by default and after every load; unlocked, rows have
 * a checkbox. Another tab, filter or scope is another list: what was chosen in the last one is let go.
 */
import { useEffect, useMemo, useState } from 'react';

export interface RowSelection {
  readonly isUnlocked: boolean;
  setUnlocked(isUnlocked: boolean): void;
  /** Chosen, and still among what may be. */
  readonly chosen: readonly string[];
  has(key: string): boolean;
  toggle(key: string, isOn: boolean): void;
  /** All that may be, or none. */
  toggleAll(isOn: boolean): void;
  readonly all: 'none' | 'some' | 'all';
}

const NONE: ReadonlySet<string> = new Set();

/** `able`: keys of the rows that may be chosen, in their order. `scope`: what is listed. */
export function useRowSelection(able: readonly string[], scope: string): RowSelection {
  const [isUnlocked, setLock] = useState(false);
  const [keys, setKeys] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scope is the reason.
  useEffect(() => setKeys(NONE), [scope]);
  const chosen = useMemo(() => able.filter((key) => keys.has(key)), [able, keys]);
  return useMemo(
    () => ({
      isUnlocked,
      setUnlocked: (next) => {
        setLock(next);
        setKeys(NONE);
      },
      chosen,
      has: (key) => keys.has(key),
      toggle: (key, isOn) =>
        setKeys((before) => {
          const next = new Set(before);
          if (isOn) next.add(key);
          else next.delete(key);
          return next;
        }),
      toggleAll: (isOn) => setKeys(isOn ? new Set(able) : NONE),
      all: chosen.length === 0 ? 'none' : chosen.length === able.length ? 'all' : 'some',
    }),
    [isUnlocked, keys, chosen, able],
  );
}
