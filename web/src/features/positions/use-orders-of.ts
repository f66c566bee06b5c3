/** Counts the working and conditional orders in some contracts, which going flat in them cancels. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { useLiveOrders } from '#orders/live-orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export function useOrdersOf(actor: AccountActor, contractCodes: readonly string[]): number {
  const { orders } = useLiveOrders(actor);
  const waiting = useInfiniteQuery(conditionalOrdersQuery(actor, 'pending')).data;
  const conditionals = waiting?.pages.flatMap(({ items }) => items) ?? [];
  return [...orders, ...conditionals].filter((one) => contractCodes.includes(one.contractCode)).length;
}
