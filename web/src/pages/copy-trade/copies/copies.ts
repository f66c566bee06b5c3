/** A follower's copies: what they are, what happened to them, and what their owner does with them. */
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import {
  closeCopied,
  followStrategy,
  fundCopy,
  listCopies,
  listCopyDecisions,
  listCopyWeeks,
  pauseCopy,
  readCopy,
  resumeCopy,
  stopCopy,
} from '@mua/contract/http/copy-trading';
import { listCopyEvents, readCopyProfit } from '@mua/contract/http/strategy-figures';
import type { BodyOf } from '@mua/contract/route';
import type { Vnd } from '@mua/core/values';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { readEveryPage } from '#pages/copy-trade/every-page.ts';
import { accountsQuery } from '#signed-in/accounts.ts';
import { callAs } from '#signed-in/actor.ts';

/** No feed tells of copies as such. */
const LOOK_AGAIN_MS = 5_000;

export function isClosed({ state }: Pick<OwnCopy, 'state'>): boolean {
  return state === 'CLOSED';
}

/**
 * P/L after fees in dong, at the prices at which the sub-account's equity is shown; that of the last look where the
 * equity is not known.
 */
export function profitNow(
  { profit, funds, firstFee }: Pick<OwnCopy, 'profit' | 'funds' | 'firstFee'>,
  equityVnd: Vnd | undefined,
): string {
  return equityVnd === undefined ? profit : String(equityVnd - BigInt(funds) - BigInt(firstFee));
}

/** All of them, the newest first. */
export function copiesQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'copies'] as const,
    queryFn: ({ signal }) => readEveryPage((query) => callAs(userId, listCopies, { query, signal })),
    refetchInterval: ({ state }) => (state.data?.every(isClosed) ? false : LOOK_AGAIN_MS),
  });
}

export function copyQuery(userId: string, copyId: string) {
  return queryOptions({
    queryKey: [userId, 'copy', copyId] as const,
    queryFn: ({ signal }) => callAs(userId, readCopy, { params: { copyId }, signal }),
    refetchInterval: ({ state }) => (state.data && isClosed(state.data) ? false : LOOK_AGAIN_MS),
  });
}

export function copyDecisionsQuery(userId: string, copyId: string) {
  return infiniteQueryOptions({
    queryKey: [userId, 'copy', copyId, 'decisions'] as const,
    queryFn: ({ pageParam, signal }) =>
      callAs(userId, listCopyDecisions, { params: { copyId }, query: pageOf(pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: whileAtTheNewest,
  });
}

/** Those of a week, the newest first. */
export function weekDecisionsQuery(userId: string, copyId: string, week: { startTime: string; endTime: string }) {
  return queryOptions({
    queryKey: [userId, 'copy', copyId, 'decisions of a week', week.startTime] as const,
    queryFn: async ({ signal }) => {
      const decisions = await readEveryPage(
        (query) => callAs(userId, listCopyDecisions, { params: { copyId }, query, signal }),
        ({ items }) => (items.at(-1)?.time ?? '') < week.startTime,
      );
      return decisions.filter(({ time }) => time >= week.startTime && time < week.endTime);
    },
    // What a week was stays.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function copyWeeksQuery(userId: string, copyId: string) {
  return infiniteQueryOptions({
    queryKey: [userId, 'copy', copyId, 'weeks'] as const,
    queryFn: ({ pageParam, signal }) =>
      callAs(userId, listCopyWeeks, { params: { copyId }, query: pageOf(pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** All of them, the newest first: a week has neighbours. */
export function allWeeksQuery(userId: string, copyId: string) {
  return queryOptions({
    queryKey: [userId, 'copy', copyId, 'all weeks'] as const,
    queryFn: ({ signal }) =>
      readEveryPage((query) => callAs(userId, listCopyWeeks, { params: { copyId }, query, signal })),
  });
}

export function copyEventsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [userId, 'copy-events'] as const,
    queryFn: ({ pageParam, signal }) => callAs(userId, listCopyEvents, { query: pageOf(pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: whileAtTheNewest,
  });
}

export function copyProfitQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'copy-profit'] as const,
    queryFn: ({ signal }) => callAs(userId, readCopyProfit, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Whoever reads on into the past is not interrupted by all of it being read again. */
function whileAtTheNewest({
  state,
}: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}) {
  return (state.data?.pages.length ?? 0) > 1 ? false : LOOK_AGAIN_MS;
}

const pageOf = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** Everything that a move may have changed is read again, refused or not: what was refused may have been overtaken. */
function settle(client: QueryClient, userId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: copiesQuery(userId).queryKey }),
    client.invalidateQueries({ queryKey: [userId, 'copy'] }),
    client.invalidateQueries({ queryKey: accountsQuery(userId).queryKey }),
    client.invalidateQueries({ queryKey: [userId, 'strategies'] }),
    client.invalidateQueries({ queryKey: [userId, 'strategy'] }),
  ]);
}

/** Each throws `CallError`. */
export function copyMoves(client: QueryClient, userId: string, copyId: string) {
  const params = { copyId };
  const settled = <T>(call: Promise<T>): Promise<T> => call.finally(() => settle(client, userId));
  return {
    pause: () => settled(callAs(userId, pauseCopy, { params, body: {} })),
    resume: () => settled(callAs(userId, resumeCopy, { params, body: {} })),
    stop: (closesPositions: boolean) => settled(callAs(userId, stopCopy, { params, body: { closesPositions } })),
    fund: (body: BodyOf<typeof fundCopy>) => settled(callAs(userId, fundCopy, { params, body })),
    close: (contractCode: string) => settled(callAs(userId, closeCopied, { params, body: { contractCode } })),
  };
}

export function follow(
  client: QueryClient,
  userId: string,
  { strategyId, body }: { readonly strategyId: string; readonly body: BodyOf<typeof followStrategy> },
): Promise<OwnCopy> {
  return callAs(userId, followStrategy, { params: { strategyId }, body }).finally(() => settle(client, userId));
}
