/**
 * Passes errors caught by a boundary to the reporter. The reporter is loaded after the first paint, so a few earlier
 * errors are kept for it.
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
