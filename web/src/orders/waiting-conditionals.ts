/** Every conditional order of a sub-account that waits in one contract. One request has those of all contracts. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';

const NOBODY: AccountActor = { userId: '', accountId: '' };

/** Empty without an actor. */
export function useWaitingConditionals(actor: AccountActor | null, contractCode: string): readonly ConditionalOrder[] {
  const { data } = useInfiniteQuery({
    ...conditionalOrdersQuery(actor ?? NOBODY, 'pending'),
    enabled: actor !== null,
  });
  return useMemo(
    () => data?.pages.flatMap(({ items }) => items.filter((one) => one.contractCode === contractCode)) ?? [],
    [data, contractCode],
  );
}
