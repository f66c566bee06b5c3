/**
 * One wish is one request: its id changes with what is asked for, so that what had no answer may be asked for again
 * without being done twice.
 */

import { useRef } from 'react';
import { freshId } from '#session/fresh-id.ts';

export interface RequestId {
  /** The same id until something else is wished, or the wish has come true. */
  of(wish: unknown): string;
  /** It was carried out: the same wish is a new one from here. */
  done(): void;
}

export function useRequestId(): RequestId {
  const asked = useRef<{ readonly wish: string; readonly id: string } | null>(null);
  return {
    of: (wished) => {
      const wish = JSON.stringify(wished);
      if (asked.current?.wish !== wish) asked.current = { wish, id: freshId() };
      return asked.current.id;
    },
    done: () => {
      asked.current = null;
    },
  };
}
