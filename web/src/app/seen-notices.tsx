/**
 * Opens what somebody has clicked outside the page, a push or the link of a mail or chat: its sub-account is shown, it is
 * marked read, because whoever clicked has seen it and a margin call goes no further (docs/rules/people.md#notices), and
 * near a close-out the roll is asked for. The notice is named by the address, or by the worker where the page was there
 * already. Shows nothing itself.
 */
import { ROLL_PARAM, SEEN_PARAM, type SeenNotice, seenNotice } from '@mua/contract/entities/push-message';
import { contractCode } from '@mua/contract/wire';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { markSeen } from '#accounts/mailbox-changes.ts';
import { useOpenedNotice } from '#features/mailbox/use-opened-notice.ts';
import { useAuth } from '#session/auth-store.ts';
import { isRecord } from '#session/kept-value.ts';

export function SeenNotices() {
  const client = useQueryClient();
  const router = useRouter();
  const href = useLocation({ select: (location) => location.href });
  const openNotice = useOpenedNotice();
  const open = useEffectEvent(({ accountId }: SeenNotice, roll: unknown) => {
    const { activeUserId } = useAuth.getState();
    if (activeUserId !== null) void openNotice({ userId: activeUserId, accountId, rollOf: rollOf(roll), target: null });
  });
  /** By the address, which keeps it for as long as it could not be marked: it is opened once all the same. */
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const { searchParams } = new URL(href, window.location.origin);
    const seen = searchParams.get(SEEN_PARAM);
    const notice = noticeOf(seen);
    if (notice === null) return;
    const roll = searchParams.get(ROLL_PARAM);
    if (opened.current !== seen) open(notice, roll);
    opened.current = seen;
    // An address that could not be marked is marked when it is loaded again.
    void mark(client, notice).then((isMarked) => {
      // By the time of the answer another page may be open, or more be chosen on this one.
      const left = isMarked ? withoutNotice(router.history.location.href, seen) : null;
      if (left !== null) router.history.replace(left);
    });
  }, [client, router, href]);
  useEffect(() => {
    // Without a secure connection a browser has none.
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    const hear = ({ data }: MessageEvent<unknown>) => {
      const notice = isRecord(data) ? noticeOf(data[SEEN_PARAM]) : null;
      if (!isRecord(data) || notice === null) return;
      open(notice, data[ROLL_PARAM]);
      void mark(client, notice);
    };
    workers?.addEventListener('message', hear);
    return () => workers?.removeEventListener('message', hear);
  }, [client]);
  return null;
}

/** What is left of an address once its notice is marked; null for one that does not name it. */
function withoutNotice(href: string, seen: string | null): string | null {
  const { pathname, searchParams, hash } = new URL(href, window.location.origin);
  if (searchParams.get(SEEN_PARAM) !== seen) return null;
  for (const name of [SEEN_PARAM, ROLL_PARAM]) searchParams.delete(name);
  const search = searchParams.toString();
  return `${pathname}${search && `?${search}`}${hash}`;
}

function noticeOf(text: unknown): SeenNotice | null {
  return typeof text === 'string' ? seenNotice(text) : null;
}

/** An address is typed by anybody. */
function rollOf(text: unknown): string | null {
  const { success, data } = contractCode.safeParse(text);
  return success ? data : null;
}

/** Whether it is marked. Of several who are signed in here, the server tells whose it is. */
async function mark(client: QueryClient, { accountId, mailboxId }: SeenNotice): Promise<boolean> {
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
