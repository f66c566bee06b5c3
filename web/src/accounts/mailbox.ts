/** The mailbox of a sub-account as it is read; what changes it afterwards is in mailbox-changes.ts, loaded later. */
import { countUnread, listMailbox } from '@mua/contract/http/notifications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

const PAGE = '30';

/** The messages come newest first. */
export function mailboxQuery({ userId, accountId }: AccountActor) {
  return infiniteQueryOptions({
    queryKey: [userId, 'mailbox', accountId] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return callAs(userId, listMailbox, { params: { accountId }, query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function unreadQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'unread', accountId] as const,
    queryFn: async ({ signal }) => (await callAs(userId, countUnread, { params: { accountId }, signal })).unread,
  });
}
