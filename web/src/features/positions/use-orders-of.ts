/** Counts the working and conditional orders in some contracts, which going flat in them cancels. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { liveOrdersQuery } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export function useOrdersOf(actor: AccountActor, contractCodes: readonly string[]): number {
  const working = useInfiniteQuery(liveOrdersQuery(actor)).data;
  const waiting = useInfiniteQuery(conditionalOrdersQuery(actor, 'pending')).data;
  const pages = [...(working?.pages ?? []), ...(waiting?.pages ?? [])];
  return pages
    .flatMap(({ items }): { contractCode: string }[] => items)
    .filter((one) => contractCodes.includes(one.contractCode)).length;
}
