/**
 * Ties the investor socket to the session (docs/rules/connections.md#sockets): it opens for the active investor with
 * their handle, and reopens when either changes. A one-time ticket is drawn before every connection; without a handle
 * no socket is opened, and the record says why.
 */
import { drawSocketTicket } from '@mua/contract/http/system';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InvestorFeed } from '#feeds/investor-feed.ts';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { afterFirstPrice } from '#market/first-price.ts';
import { TOKEN_REQUIRED, useConnections } from '#network/connection-store.ts';
import { useAuth } from '#session/auth-store.ts';
import { callAs } from '#signed-in/actor.ts';
import { reportUnauthorized } from '#signed-in/unauthorized.ts';
import { retryDelayMs } from '#wire/query-client.ts';

export function useInvestorFeed(accountIds: readonly string[]): void {
  const queryClient = useQueryClient();
  const userId = useAuth((state) => state.activeUserId);
  const token = useAuth((state) => state.accessToken?.value);
  const [feed, setFeed] = useState<InvestorFeed | null>(null);
  useEffect(() => {
    const opened = userId === null || token === undefined ? withheldFeed() : openedFeed(queryClient, userId, token);
    setFeed(opened);
    return () => {
      setFeed(null);
      opened.close();
    };
  }, [queryClient, userId, token]);
  const ids = accountIds.join(' ');
  useEffect(() => feed?.follow(ids === '' ? [] : ids.split(' ')), [feed, ids]);
}

function withheldFeed(): InvestorFeed {
  useConnections.getState().note('investor', { error: TOKEN_REQUIRED });
  return { follow: () => undefined, close: () => useConnections.getState().remove('investor') };
}

/** The socket's code loads after the first price; closing before then means nothing was opened. */
function openedFeed(client: QueryClient, userId: string, token: string): InvestorFeed {
  let feed: InvestorFeed | undefined;
  let followed: readonly string[] = [];
  let isClosed = false;
  const stopWaiting = afterFirstPrice(() => void open());
  return {
    follow: (accountIds) => {
      followed = accountIds;
      feed?.follow(accountIds);
    },
    close: () => {
      isClosed = true;
      stopWaiting();
      feed?.close();
    },
  };

  /** A chunk that fails to load is requested again. */
  async function open(failures = 0): Promise<void> {
    if (isClosed) return;
    const loaded = await import('#feeds/live-feeds.ts').catch(() => undefined);
    if (isClosed) return;
    if (!loaded) {
      setTimeout(() => void open(failures + 1), retryDelayMs(failures));
      return;
    }
    feed = loaded.openInvestor(`${userId} ${token}`, {
      draw: () => callAs(userId, drawSocketTicket, { body: {} }),
      onItems: (accountId, items, isSnapshot) => applyAccountEvent(client, { userId, accountId, items, isSnapshot }),
      onUnauthorized: (event) => void reportUnauthorized(event),
    });
    feed.follow(followed);
  }
}
