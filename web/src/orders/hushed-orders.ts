/**
 * Orders that are being cancelled together, whose list tells what became of them all: a toast for each of twenty would
 * bury the desk. Only the way to their end is hushed; a fill that was faster, or a refusal, is told like any other.
 */
const hushed = new Set<string>();

export function hushOrder(id: string): void {
  hushed.add(id);
}

/** It was refused: the order lives on and may speak. */
export function unhushOrder(id: string): void {
  hushed.delete(id);
}

/** Whether this state of an order is not to be told; its end is the last one that is not. */
export function isHushed(id: string, status: string): boolean {
  if (status === 'IN_CANCEL') return hushed.has(id);
  return status === 'CANCELLED' && hushed.delete(id);
}
