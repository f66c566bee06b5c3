/** Reads open and settled positions of a sub-account; the investor feed keeps both current. */
import { listOpenPositions, listSettledPositions } from '@mua/contract/http/positions';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ledgerOf, overlayPositions } from '#ledger/account-ledger.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

export function openPositionsQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'positions', accountId] as const,
    queryFn: async ({ signal }) => {
      const { items } = await callAs(userId, listOpenPositions, { params: { accountId }, signal });
      return overlayPositions(ledgerOf(userId, accountId), items);
    },
  });
}

/** The pairs come last settled first. */
export function settledPositionsQuery({ userId, accountId }: AccountActor, contractCode?: string) {
  return infiniteQueryOptions({
    queryKey: [userId, 'settled', accountId, contractCode ?? null] as const,
    queryFn: ({ pageParam, signal }) =>
      callAs(userId, listSettledPositions, {
        params: { accountId },
        query: {
          ...(contractCode === undefined ? {} : { contractCode }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
