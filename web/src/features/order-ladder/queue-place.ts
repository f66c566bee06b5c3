/**
 * How many lots wait before an own order at its price (docs/rules/orders.md#queue). No exchange tells. But whoever came
 * first is filled first, so what was at the price while the order was there already, less the own lots, can only become
 * less before it: the smallest such number is the most that can still be before it. Pure.
 */
import type { Lots } from '@mua/core/values';
import type { RestingOrder } from '#features/order-ladder/resting-order.ts';
import type { DepthTicks } from '#market/depth-store.ts';

/** Book and orders come on two ways: only a book that is this much later has the order in it for sure. */
const SETTLED_MS = 1_000;

interface Place {
  /** Price and lots: an order that changes either begins anew. */
  readonly terms: string;
  /** Time of the first book after which the order was known. */
  readonly sinceMs: number;
  readonly aheadLots: Lots | null;
}

export type QueuePlaces = ReadonlyMap<string, Place>;

export const NO_PLACES: QueuePlaces = new Map();

/** Returns the same map when nothing changed. */
export function withBook(
  places: QueuePlaces,
  { resting, depth }: { readonly resting: readonly RestingOrder[]; readonly depth: DepthTicks },
): QueuePlaces {
  const next = new Map<string, Place>();
  for (const one of resting) {
    if (!isInTheBook(one)) continue;
    const { orderId } = one.order;
    const terms = `${one.priceTicks} ${one.order.quantity}`;
    const before = places.get(orderId);
    const place =
      before?.terms === terms
        ? narrowed(before, one, resting, depth)
        : { terms, sinceMs: depth.timeMs, aheadLots: null };
    next.set(orderId, place);
  }
  const isSame = next.size === places.size && [...next].every(([id, place]) => places.get(id) === place);
  return isSame ? places : next;
}

/** Null where it is not known. */
export function aheadOf(places: QueuePlaces, { order, priceTicks }: RestingOrder): Lots | null {
  const place = places.get(order.orderId);
  return place?.terms === `${priceTicks} ${order.quantity}` ? place.aheadLots : null;
}

function isInTheBook({ order, isStop }: RestingOrder): boolean {
  return !isStop && (order.status === 'WORKING' || order.status === 'PARTIALLY_FILLED');
}

function narrowed(
  place: Place,
  { order, priceTicks }: RestingOrder,
  resting: readonly RestingOrder[],
  { bids, asks, timeMs }: DepthTicks,
): Place {
  const levels = order.side === 'BUY' ? bids : asks;
  const level = levels.find((one) => one.priceTicks === priceTicks);
  if (!level || timeMs < place.sinceMs + SETTLED_MS) return place;
  const own = resting.filter((one) => one.order.side === order.side && one.priceTicks === priceTicks);
  // While one of them is under way, it is not known which of its lots the book has.
  if (!own.every(isInTheBook)) return place;
  const others = Math.max(0, level.lots - own.reduce((sum, { openLots }) => sum + openLots, 0));
  return place.aheadLots !== null && place.aheadLots <= others ? place : { ...place, aheadLots: others };
}
