/** What the desk has to say of an order beyond its states: a cancel that was refused. Toasts listen. */
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';

export interface OrderNotice {
  readonly kind: 'notCancelled';
  readonly order: Order;
  readonly code: string;
  readonly facts: Facts;
}

const listeners = new Set<(notice: OrderNotice) => void>();

export function subscribeOrderNotices(listener: (notice: OrderNotice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteOrder(notice: OrderNotice): void {
  for (const listener of [...listeners]) listener(notice);
}
