/**
 * The investor socket follows the session (spec 4): it opens for the active investor with their handle, and opens anew
 * when either changes. A one-time ticket is drawn before every connect; without a handle no socket is made at all.
 */
import { drawSocketTicket } from '@mua/contract/http/system';
import type { QueryClient } from '@tanstack/react-query';
import { applyAccountEvent } from '../account-events.ts';
import { callAs } from '../actor.ts';
import { afterFirstPrice } from '../first-price.ts';
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
  if (token === undefined) useConnections.getState().note('investor', { error: TOKEN_REQUIRED });
  else afterFirstPrice(() => void open());
  return {
    follow: (accountIds) => {
      followed = accountIds;
      feed?.follow(accountIds);
    },
    close: () => {
      isClosed = true;
      feed?.close();
    },
  };

  async function open(): Promise<void> {
    const { openSocket } = await import('./socket.ts');
    if (isClosed) return;
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
