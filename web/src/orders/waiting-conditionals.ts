/**
 * Every conditional order of a sub-account that waits in one contract, whatever pages it takes. One reading has those of
 * all contracts.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useEveryPage } from '#wire/every-page.ts';

const NOBODY: AccountActor = { userId: '', accountId: '' };

/** Empty without an actor. */
export function useWaitingConditionals(actor: AccountActor | null, contractCode: string): readonly ConditionalOrder[] {
  const query = useInfiniteQuery({
    ...conditionalOrdersQuery(actor ?? NOBODY, 'pending'),
    enabled: actor !== null,
  });
  useEveryPage(query);
  const { data } = query;
  return useMemo(
    () => data?.pages.flatMap(({ items }) => items.filter((one) => one.contractCode === contractCode)) ?? [],
    [data, contractCode],
  );
}
