/** Reads the timeline of an order, and the order itself from any list that has it. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { OrderHistory } from '@mua/contract/entities/order';
import { readOrderTimeline } from '@mua/contract/http/order-timeline';
import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { ConditionalPages } from '#ledger/conditional-pages.ts';
import type { OrderPages } from '#ledger/order-pages.ts';
import type { DetailedOrder } from '#orders/order-details.ts';
import { callAs } from '#signed-in/actor.ts';

export type KnownOrder =
  | { readonly kind: 'order'; readonly order: OrderHistory }
  | { readonly kind: 'conditional'; readonly order: ConditionalOrder };

/** Keyed by the known `seq` of the order, so that a later change requests the timeline again. */
export function timelineQuery({ actor, orderId }: DetailedOrder, seq: number) {
  const { userId, accountId } = actor;
  return queryOptions({
    queryKey: [userId, 'timeline', accountId, orderId, seq] as const,
    queryFn: ({ signal }) => callAs(userId, readOrderTimeline, { params: { accountId, orderId }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The newest state of an order in any loaded list; null without one. */
export function useKnownOrder(wanted: DetailedOrder): KnownOrder | null {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  const order = useSyncExternalStore(subscribe, () => orderIn(client, wanted));
  const conditional = useSyncExternalStore(subscribe, () => conditionalIn(client, wanted));
  if (order) return { kind: 'order', order };
  return conditional && { kind: 'conditional', order: conditional };
}

function orderIn(client: QueryClient, { actor, orderId }: DetailedOrder): OrderHistory | null {
  const lists = client.getQueriesData<OrderPages>({ queryKey: [actor.userId, 'orders', actor.accountId] });
  const found = lists.flatMap(([, data]) =>
    (data?.pages ?? []).flatMap(({ items }) => items.filter((one) => one.orderId === orderId)),
  );
  return newest(found);
}

function conditionalIn(client: QueryClient, { actor, orderId }: DetailedOrder): ConditionalOrder | null {
  const lists = client.getQueriesData<ConditionalPages>({ queryKey: [actor.userId, 'conditionals', actor.accountId] });
  const found = lists.flatMap(([, data]) =>
    (data?.pages ?? []).flatMap(({ items }) => items.filter((one) => one.conditionalOrderId === orderId)),
  );
  return newest(found);
}

function newest<T extends { readonly seq: number }>(found: readonly T[]): T | null {
  return found.reduce<T | null>((best, one) => (best === null || one.seq > best.seq ? one : best), null);
}
