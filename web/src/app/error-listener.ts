/**
 * Errors that a boundary caught, for whoever reports them. The reporter comes after the first paint: what happens before
 * is kept for it, a few at most.
 */
const KEPT_MAX = 5;

type Listener = (error: unknown) => void;

let listener: Listener | null = null;
let kept: unknown[] = [];

export function reportError(error: unknown): void {
  if (listener) listener(error);
  else if (kept.length < KEPT_MAX) kept.push(error);
}

export function listenToErrors(next: Listener): void {
  listener = next;
  for (const error of kept) next(error);
  kept = [];
}
