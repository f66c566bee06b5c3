/** Reads a sub-account's days and its profit by commodity. Past days never change; the current one does. */
import type { AccountDay } from '@mua/contract/entities/account-day';
import { listAccountDays, readAccountProfit } from '@mua/contract/http/account-days';
import { LIMITS } from '@mua/contract/limits';
import type { ReplyOf } from '@mua/contract/route';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

type DayPage = ReplyOf<typeof listAccountDays>;

/** The feed does not report that a new trade date has begun. */
const REFETCH_MS = 5 * 60_000;

/** Reads all days, oldest first; usually there is only one page. */
export function accountDaysQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'days', accountId] as const,
    queryFn: async ({ signal }): Promise<readonly AccountDay[]> => {
      const all: AccountDay[] = [];
      let cursor: string | null = null;
      do {
        const query = { limit: String(LIMITS.pageSizeMax), ...(cursor === null ? {} : { cursor }) };
        const page: DayPage = await callAs(userId, listAccountDays, { params: { accountId }, query, signal });
        all.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return all;
    },
    refetchInterval: REFETCH_MS,
  });
}

/** Reads realized profit and fees by commodity from a trade date on; null for all dates. */
export function commodityProfitQuery({ userId, accountId }: AccountActor, from: string | null) {
  return queryOptions({
    queryKey: [userId, 'profit', accountId, from] as const,
    queryFn: ({ signal }) =>
      callAs(userId, readAccountProfit, {
        params: { accountId },
        query: { by: 'commodity', ...(from === null ? {} : { from }) },
        signal,
      }),
    refetchInterval: REFETCH_MS,
  });
}

/** An order with many fills causes one request. */
const PAUSE_MS = 1000;

/** Fetches again after fills and closings while the calling component is mounted. */
export function useFreshDays(): void {
  const client = useQueryClient();
  useEffect(() => followDays(client), [client]);
}

export function followDays(client: QueryClient): () => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const stop = subscribeAccountEvents(({ userId, accountId, items, isSnapshot }) => {
    const hasTraded = isSnapshot || items.some(({ kind }) => kind === 'fill' || kind === 'settled');
    const key = `${userId} ${accountId}`;
    if (!hasTraded || waiting.has(key)) return;
    const ask = () => {
      waiting.delete(key);
      for (const list of ['days', 'profit']) void client.invalidateQueries({ queryKey: [userId, list, accountId] });
    };
    waiting.set(key, setTimeout(ask, PAUSE_MS));
  });
  return () => {
    stop();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}
