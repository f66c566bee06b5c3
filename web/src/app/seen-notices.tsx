/**
 * Marks read what somebody has opened by a click on a push, or by the link of a mail or chat: whoever clicked has seen it,
 * and a margin call goes no further (docs/rules/people.md#notices). The notice is named by the address, or by the worker
 * where the page was there already. Shows nothing.
 */
import { SEEN_PARAM, seenNotice } from '@mua/contract/entities/push-message';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { markSeen } from '#accounts/mailbox-changes.ts';
import { useAuth } from '#session/auth-store.ts';
import { isRecord } from '#session/kept-value.ts';

export function SeenNotices() {
  const client = useQueryClient();
  const router = useRouter();
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => {
    const { pathname, searchParams, hash } = new URL(href, window.location.origin);
    const seen = searchParams.get(SEEN_PARAM);
    if (seen === null) return;
    searchParams.delete(SEEN_PARAM);
    const search = searchParams.toString();
    const left = `${pathname}${search && `?${search}`}${hash}`;
    // An address that could not be marked is marked when it is loaded again.
    void see(client, seen).then((isMarked) => isMarked && router.history.replace(left));
  }, [client, router, href]);
  useEffect(() => {
    // Without a secure connection a browser has none.
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (isRecord(data) && typeof data[SEEN_PARAM] === 'string') void see(client, data[SEEN_PARAM]);
    };
    workers?.addEventListener('message', hear);
    return () => workers?.removeEventListener('message', hear);
  }, [client]);
  return null;
}

/** Whether it is marked. Of several who are signed in here, the server tells whose it is. */
async function see(client: QueryClient, text: string): Promise<boolean> {
  const notice = seenNotice(text);
  if (notice === null) return false;
  const { accountId, mailboxId } = notice;
  const { accounts, activeUserId } = useAuth.getState();
  const others = accounts.map(({ user }) => user.userId).filter((userId) => userId !== activeUserId);
  for (const userId of activeUserId === null ? others : [activeUserId, ...others]) {
    try {
      await markSeen(client, { userId, accountId }, mailboxId);
      return true;
    } catch {
      // Not theirs, or not now.
    }
  }
  return false;
}
