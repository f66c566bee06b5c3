/**
 * Every live order of a sub-account, in one contract or in all, whatever pages it takes: an order that is not known here
 * is not drawn, not counted and not cancelled.
 */
import type { OrderHistory } from '@mua/contract/entities/order';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { liveOrdersQuery } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useEveryPage } from '#wire/every-page.ts';

export interface LiveOrders {
  /** Empty without an actor. */
  readonly orders: readonly OrderHistory[];
  /** All pages are there. */
  readonly isComplete: boolean;
}

const NOBODY: AccountActor = { userId: '', accountId: '' };

/** Without a contract those of all of them. */
export function useLiveOrders(actor: AccountActor | null, contractCode?: string): LiveOrders {
  const of = contractCode === undefined ? {} : { ofContract: contractCode };
  const query = useInfiniteQuery({ ...liveOrdersQuery(actor ?? NOBODY, of), enabled: actor !== null });
  useEveryPage(query);
  const { data, hasNextPage } = query;
  return useMemo(
    () => ({
      orders: data?.pages.flatMap(({ items }) => items) ?? [],
      isComplete: data !== undefined && !hasNextPage,
    }),
    [data, hasNextPage],
  );
}
