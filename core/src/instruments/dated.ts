/** Figures that change by notice: each entry is in force from its instant until the next one. */

export interface DatedEntry<T> {
  readonly fromMs: number;
  readonly value: T;
}

/** Entries in order of `fromMs`; an entry of the same instant replaces the older one. */
export type Dated<T> = readonly DatedEntry<T>[];

export function withEntry<T>(history: Dated<T>, entry: DatedEntry<T>): Dated<T> {
  const others = history.filter((known) => known.fromMs !== entry.fromMs);
  return [...others, entry].sort((a, b) => a.fromMs - b.fromMs);
}

/** The entry in force at an instant, or undefined before the first one. */
export function entryInForce<T>(history: Dated<T>, timeMs: number): DatedEntry<T> | undefined {
  let found: DatedEntry<T> | undefined;
  for (const entry of history) {
    if (entry.fromMs > timeMs) break;
    found = entry;
  }
  return found;
}

/** The value in force at an instant, or undefined before the first entry. */
export function inForce<T>(history: Dated<T>, timeMs: number): T | undefined {
  return entryInForce(history, timeMs)?.value;
}

/** The next instant after `timeMs` at which the value changes, or Infinity. */
export function nextChangeMs<T>(history: Dated<T>, timeMs: number): number {
  for (const entry of history) if (entry.fromMs > timeMs) return entry.fromMs;
  return Number.POSITIVE_INFINITY;
}
