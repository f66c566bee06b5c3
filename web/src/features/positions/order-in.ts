/** An order of a roll as it is now. */
import type { Order } from '@mua/contract/entities/order';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ordersQuery } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';

/** From the list of the contract's or the spread's orders, which the feed keeps current. */
export function useOrderIn(actor: AccountActor, ofContract: string, orderId: string): Order | undefined {
  const { data } = useInfiniteQuery(ordersQuery(actor, { ofContract }));
  return data?.pages.flatMap(({ items }) => items).find((order) => order.orderId === orderId);
}
