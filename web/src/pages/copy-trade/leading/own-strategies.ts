/** A leader's strategies and those who copy them (docs/rules/copying.md#strategies). */
import type { OwnStrategy, StrategyForm } from '@mua/contract/entities/strategy';
import {
  changeStrategy,
  listCopiers,
  listMyStrategies,
  listStrategyWeeks,
  publishStrategy,
  runStrategy,
  stopStrategy,
} from '@mua/contract/http/copy-trading';
import type { BodyOf } from '@mua/contract/route';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { accountsQuery } from '#signed-in/accounts.ts';
import { callAs } from '#signed-in/actor.ts';

export const COPIERS_PAGE = 20;
export type CopierFilter = 'ACTIVE' | 'CLOSED' | null;

/** While one waits, a desk decides of which no feed tells. */
const LOOK_AGAIN_MS = 3_000;
const QUIET_MS = 15_000;

/** The newest first. */
export function ownStrategiesQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'own-strategies'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listMyStrategies, { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? LOOK_AGAIN_MS : QUIET_MS),
  });
}

function isWaiting({ approval, state }: OwnStrategy): boolean {
  return approval === 'PENDING' && state !== 'ENDED';
}

export function copiersQuery(userId: string, strategyId: string, filter: CopierFilter, cursor: string | null) {
  return queryOptions({
    queryKey: [userId, 'own-strategies', strategyId, 'copiers', filter, cursor] as const,
    queryFn: ({ signal }) => {
      const query = {
        limit: String(COPIERS_PAGE),
        ...(filter === null ? {} : { state: filter }),
        ...(cursor === null ? {} : { cursor }),
      };
      return callAs(userId, listCopiers, { params: { strategyId }, query, signal });
    },
    placeholderData: (before) => before,
    refetchInterval: QUIET_MS,
  });
}

export function strategyWeeksQuery(userId: string, strategyId: string) {
  return infiniteQueryOptions({
    queryKey: [userId, 'own-strategies', strategyId, 'weeks'] as const,
    queryFn: ({ pageParam, signal }) =>
      callAs(userId, listStrategyWeeks, {
        params: { strategyId },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Each throws `CallError`. */
export function leading(client: QueryClient, userId: string) {
  const settled = <T>(call: Promise<T>): Promise<T> =>
    call.finally(() =>
      Promise.all([
        client.invalidateQueries({ queryKey: ownStrategiesQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: accountsQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: [userId, 'strategies'] }),
        client.invalidateQueries({ queryKey: [userId, 'strategy'] }),
      ]),
    );
  return {
    publish: (body: BodyOf<typeof publishStrategy>) => settled(callAs(userId, publishStrategy, { body })),
    change: (strategyId: string, body: StrategyForm) =>
      settled(callAs(userId, changeStrategy, { params: { strategyId }, body })),
    run: (strategyId: string) => settled(callAs(userId, runStrategy, { params: { strategyId }, body: {} })),
    stop: (strategyId: string) => settled(callAs(userId, stopStrategy, { params: { strategyId }, body: {} })),
  };
}
