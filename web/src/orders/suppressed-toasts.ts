/**
 * Suppresses toasts of orders that are being cancelled together, because their list reports the outcome of all: a toast
 * for each of twenty would bury the desk. Only the way to cancellation is suppressed; a fill that came first, or a
 * refusal, is reported as usual.
 */
const suppressed = new Set<string>();

export function suppressToasts(id: string): void {
  suppressed.add(id);
}

/** The cancel was refused: the order lives on, and its toasts show again. */
export function unsuppressToasts(id: string): void {
  suppressed.delete(id);
}

/** Tells whether this state of an order is suppressed; its cancellation is the last one that is. */
export function isSuppressed(id: string, status: string): boolean {
  if (status === 'IN_CANCEL') return suppressed.has(id);
  return status === 'CANCELLED' && suppressed.delete(id);
}
