/**
 * Chooses rows for an action on many at once. Locked by default and after every load; unlocked, rows have a checkbox.
 * Another tab, filter or scope is another list: the choice in the last one is cleared.
 */
import { useEffect, useMemo, useState } from 'react';

export interface RowSelection {
  readonly isUnlocked: boolean;
  setUnlocked(isUnlocked: boolean): void;
  /** Rows chosen that may still be chosen. */
  readonly chosen: readonly string[];
  has(key: string): boolean;
  toggle(key: string, isOn: boolean): void;
  /** Chooses every row that may be chosen, or none. */
  toggleAll(isOn: boolean): void;
  readonly all: 'none' | 'some' | 'all';
}

const NONE: ReadonlySet<string> = new Set();

/** Takes `able`, the keys of the rows that may be chosen, in their order, and `scope`, which names what is listed. */
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
