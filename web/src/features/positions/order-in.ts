/** An order of a roll as it is now. */
import type { Order } from '@mua/contract/entities/order';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ordersQuery } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';

/** From the list of the contract's or the spread's orders, which the feed keeps current. */
export function useOrderIn(actor: AccountActor, ofContract: string, orderId: string): Order | undefined {
  const { data } = useInfiniteQuery(ordersQuery(actor, { ofContract }));
  return data?.pages.flatMap(({ items }) => items).find((order) => order.orderId === orderId);
}

/** Reads that list anew once `isAsked`; true from then on. What is not in it by then is not there. */
export function useReadAnew(actor: AccountActor, ofContract: string, isAsked: boolean): boolean {
  const { refetch } = useInfiniteQuery(ordersQuery(actor, { ofContract }));
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (isAsked) void refetch().then(({ isSuccess }) => setRead(isSuccess));
  }, [isAsked, refetch]);
  return isRead;
}
