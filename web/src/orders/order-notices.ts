/**
 * Publishes what the desk reports of an order beyond its states: a change or a cancel that was refused. Toasts listen.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { Refused } from '#wire/submission.ts';

export type OrderNotice =
  | (Refused & { readonly kind: 'notModified' | 'notCancelled'; readonly order: Order })
  | (Refused & { readonly kind: 'conditionalNotCancelled'; readonly order: ConditionalOrder });

const listeners = new Set<(notice: OrderNotice) => void>();

export function subscribeOrderNotices(listener: (notice: OrderNotice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteOrder(notice: OrderNotice): void {
  for (const listener of [...listeners]) listener(notice);
}

export function noteConditional(notice: Refused & { readonly order: ConditionalOrder }): void {
  noteOrder({ kind: 'conditionalNotCancelled', ...notice });
}
