/**
 * Merges the fills of an order from two sources: lists of orders and single messages of the investor feed. Either may
 * be first; what is known is what either has reported.
 */
import type { Fill } from '@mua/contract/entities/fill';
import type { OrderHistory } from '@mua/contract/entities/order';

/** Returns the fills oldest first, each once; the very same list when nothing is new. */
export function mergeFills(known: Fill[], more: readonly Fill[] | undefined): Fill[] {
  const received = new Set(known.map(({ fillId }) => fillId));
  const fresh = more?.filter(({ fillId }) => !received.has(fillId)) ?? [];
  return fresh.length === 0 ? known : [...known, ...fresh].sort((a, b) => a.seq - b.seq);
}

/** Tells whether every filled lot has its fill: an answer to a call carries the order's state alone. */
export function hasEveryFill({ filledQuantity, fills }: OrderHistory): boolean {
  return fills.reduce((sum, { lots }) => sum + lots, 0) >= filledQuantity;
}
