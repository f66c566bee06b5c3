/**
 * The fills of one order. The server lists them with final orders only; those of a live order are what the investor feed
 * told since the page opened, kept here.
 */
import type { Fill } from '@mua/contract/entities/fill';
import type { Order } from '@mua/contract/entities/order';
import { FINAL_STATUSES } from '@mua/core/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { subscribeAccountEvents } from './account-events.ts';
import { type AccountActor, orderHistoriesQuery } from './orders.ts';

const ORDERS_KEPT = 500;
const NO_FILLS: readonly Fill[] = [];

const useHeardFills = create<{ readonly byOrder: ReadonlyMap<string, readonly Fill[]> }>()(() => ({
  byOrder: new Map(),
}));

subscribeAccountEvents(({ items }) => {
  const fills = items.flatMap((item) => (item.kind === 'fill' ? [item.fill] : []));
  if (fills.length === 0) return;
  const byOrder = new Map(useHeardFills.getState().byOrder);
  for (const fill of fills) {
    const known = byOrder.get(fill.orderId) ?? NO_FILLS;
    // A feed that resumes may tell a fill again.
    if (!known.some(({ fillId }) => fillId === fill.fillId)) byOrder.set(fill.orderId, [...known, fill]);
  }
  for (const orderId of [...byOrder.keys()].slice(0, Math.max(0, byOrder.size - ORDERS_KEPT))) byOrder.delete(orderId);
  useHeardFills.setState({ byOrder });
});

export interface OrderFills {
  /** Oldest first. */
  readonly fills: readonly Fill[];
  readonly isLoading: boolean;
  /** Some lots were filled before this page listened, and the server tells them only when the order is final. */
  readonly isPartial: boolean;
}

/** Asks page by page until the order is found; a live order is not asked for. */
export function useOrderFills(actor: AccountActor, order: Order): OrderFills {
  const isFinal = FINAL_STATUSES.has(order.status);
  const heard = useHeardFills(({ byOrder }) => byOrder.get(order.orderId)) ?? NO_FILLS;
  const isHeard = lotsOf(heard) >= order.filledQuantity;
  const query = useInfiniteQuery({ ...orderHistoriesQuery(actor, order.contractCode), enabled: isFinal && !isHeard });
  const found = query.data?.pages.flatMap(({ items }) => items).find(({ orderId }) => orderId === order.orderId);
  const wantsMore = isFinal && !isHeard && !found && query.hasNextPage && !query.isFetching;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  const fills = isHeard ? heard : (found?.fills ?? heard);
  const isLoading = isFinal && !isHeard && !found && (query.isFetching || query.hasNextPage);
  return { fills, isLoading, isPartial: !isLoading && lotsOf(fills) < order.filledQuantity };
}

function lotsOf(fills: readonly Fill[]): number {
  return fills.reduce((sum, { lots }) => sum + lots, 0);
}
