/** Turns the pages of a list whose server gives cursors: forward by the next one, back by those that led here. */
import { useState } from 'react';

export interface CursorPages {
  /** Null for the first page. */
  readonly cursor: string | null;
  /** From 1. */
  readonly page: number;
  forward(next: string): void;
  back(): void;
}

/** Another `list` begins at its first page. */
export function useCursorPages(list: string): CursorPages {
  const [kept, setKept] = useState<{ readonly list: string; readonly cursors: readonly string[] }>({
    list,
    cursors: [],
  });
  const cursors = kept.list === list ? kept.cursors : [];
  return {
    cursor: cursors.at(-1) ?? null,
    page: cursors.length + 1,
    forward: (next) => setKept({ list, cursors: [...cursors, next] }),
    back: () => setKept({ list, cursors: cursors.slice(0, -1) }),
  };
}
