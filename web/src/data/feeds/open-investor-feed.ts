/**
 * The investor socket follows the session (spec 4): it opens for the active investor with their handle, and opens anew
 * when either changes. A one-time ticket is drawn before every connect; without a handle no socket is made at all.
 */
import { drawSocketTicket } from '@mua/contract/http/system';
import type { QueryClient } from '@tanstack/react-query';
import { applyAccountEvent } from '../account-events.ts';
import { callAs } from '../actor.ts';
import { afterFirstPrice } from '../first-price.ts';
import { retryDelayMs } from '../query-client.ts';
import { reportUnauthorized } from '../unauthorized.ts';
import { TOKEN_REQUIRED, useConnections } from './connection-store.ts';
import { createInvestorFeed, type InvestorFeed, type InvestorSocket } from './investor-feed.ts';

export interface InvestorFeedHandle {
  follow(accountIds: readonly string[]): void;
  close(): void;
}

export function openInvestorFeed(client: QueryClient, userId: string, token: string | undefined): InvestorFeedHandle {
  let feed: InvestorFeed | undefined;
  let followed: readonly string[] = [];
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  if (token === undefined) useConnections.getState().note('investor', { error: TOKEN_REQUIRED });
  else afterFirstPrice(() => void open());
  return {
    follow: (accountIds) => {
      followed = accountIds;
      feed?.follow(accountIds);
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      feed?.close();
    },
  };

  /** A chunk that does not load is asked for again. */
  async function open(failures = 0): Promise<void> {
    if (isClosed) return;
    const loaded = await import('./socket.ts').catch(() => undefined);
    if (isClosed) return;
    if (!loaded) {
      retry = setTimeout(() => void open(failures + 1), retryDelayMs(failures));
      return;
    }
    const { openSocket } = loaded;
    const socket: InvestorSocket = openSocket('investor', {
      draw: () => callAs(userId, drawSocketTicket, { body: {} }),
    });
    feed = createInvestorFeed({
      socket,
      onItems: (accountId, items, isSnapshot) => applyAccountEvent(client, { userId, accountId, items, isSnapshot }),
      onUnauthorized: reportUnauthorized,
    });
    feed.follow(followed);
  }
}
