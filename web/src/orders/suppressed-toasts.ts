/**
 * Orders that are being cancelled together, whose list tells what became of them all: a toast for each of twenty would
 * bury the desk. Only the way to their end is suppressed; a fill that was faster, or a refusal, is told like any other.
 */
const suppressed = new Set<string>();

export function suppressToasts(id: string): void {
  suppressed.add(id);
}

/** It was refused: the order lives on and may speak. */
export function unsuppressToasts(id: string): void {
  suppressed.delete(id);
}

/** Whether this state of an order is not to be told; its end is the last one that is not. */
export function isSuppressed(id: string, status: string): boolean {
  if (status === 'IN_CANCEL') return suppressed.has(id);
  return status === 'CANCELLED' && suppressed.delete(id);
}
