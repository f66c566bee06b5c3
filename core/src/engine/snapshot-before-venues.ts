/**
 * Converts snapshots of engine 2 and before, which knew one exchange and no request ids. Data folders of older releases
 * start with one.
 */
import type { EngineSnapshot, StoredOrder } from '#engine/stored-state.ts';
import { FIRST_VENUE } from '#engine/venues.ts';
import type { OpenRequest } from '#orders/order.ts';
import type { OrderStatus } from '#values/trading-words.ts';

interface OrderBeforeVenues extends StoredOrder {
  /** The status at the time the link went down. */
  readonly statusWhenLost?: OrderStatus;
  /** Sent to the exchange, which had not answered. */
  readonly awaitsAcceptance?: true;
}

export interface SnapshotBeforeVenues extends Omit<EngineSnapshot, 'venues' | 'orders'> {
  readonly venueEpoch: string | null;
  readonly isVenueLost?: true;
  readonly orders: readonly OrderBeforeVenues[];
}

export function withVenues(snapshot: EngineSnapshot | SnapshotBeforeVenues): EngineSnapshot {
  if ('venues' in snapshot) return snapshot;
  const { venueEpoch: epoch, isVenueLost = false, orders, ...rest } = snapshot;
  const venues = [{ name: FIRST_VENUE, accounts: 'demo', epoch, isConnected: !isVenueLost }] as const;
  return { ...rest, venues, orders: orders.map((order) => withRequests(order, epoch)) };
}

function withRequests(stored: OrderBeforeVenues, epoch: string | null): StoredOrder {
  const { statusWhenLost, awaitsAcceptance, ...order } = stored;
  const status = statusWhenLost ?? order.status;
  const requestId = `${order.changedSeq}-0`;
  const openRequests: OpenRequest[] = [];
  if (awaitsAcceptance) openRequests.push({ requestId, kind: 'submit' });
  if (order.pendingTerms) openRequests.push({ requestId, kind: 'modify' });
  if (status === 'IN_CANCEL') openRequests.push({ requestId, kind: 'cancel' });
  const isForgotten = order.status === 'DISCONNECTED' && !statusWhenLost && !awaitsAcceptance;
  return { ...order, openRequests, routedEpoch: isForgotten ? null : epoch };
}
