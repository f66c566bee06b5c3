/**
 * The investor feed over one socket: a stream for each sub-account of one signed-in investor. Its seq is the journal's;
 * an update whose `previousSeq` is not the last one seen means that something is missing, and the stream is asked for
 * again after the last seq we have. Nothing older than what we have passes.
 */
import type { AccountItem, InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import type { UnauthorizedEvent } from '@mua/contract/feeds/messages';
import { SUBSCRIBE_FAILED, useConnections } from './connection-store.ts';
import { type FeedSocket, superviseSocket } from './supervised-socket.ts';

export type InvestorSocket = FeedSocket<InvestorServerEvents, InvestorClientEvents>;

export interface InvestorFeed {
  /** The sub-accounts to follow from now on. */
  follow(accountIds: readonly string[]): void;
  close(): void;
}

export interface InvestorFeedOptions {
  readonly socket: InvestorSocket;
  readonly onItems: (accountId: string, items: readonly AccountItem[], isSnapshot: boolean) => void;
  readonly onUnauthorized: (event: UnauthorizedEvent) => void;
}

interface Stream {
  /** Null before the first snapshot. */
  lastSeq: number | null;
  /** A gap is being closed: updates wait for the answer, so that it is asked for once. */
  isAsking: boolean;
}

export function createInvestorFeed({ socket, onItems, onUnauthorized }: InvestorFeedOptions): InvestorFeed {
  const streams = new Map<string, Stream>();
  const supervision = superviseSocket('investor', socket, () => {
    for (const accountId of streams.keys()) subscribe(accountId);
  });

  socket.on('snapshot', ({ accountId, seq, items }) => {
    supervision.touch();
    const stream = streams.get(accountId);
    if (!stream) return;
    stream.lastSeq = seq;
    stream.isAsking = false;
    onItems(accountId, items, true);
  });
  socket.on('update', ({ accountId, seq, previousSeq, items }) => {
    supervision.touch();
    const stream = streams.get(accountId);
    if (!stream || stream.lastSeq === null || seq <= stream.lastSeq) return;
    if (previousSeq > stream.lastSeq) {
      if (!stream.isAsking) subscribe(accountId);
      return;
    }
    stream.lastSeq = seq;
    stream.isAsking = false;
    onItems(accountId, items, false);
  });
  socket.on('unauthorized', onUnauthorized);

  return { follow, close: supervision.stop };

  function follow(accountIds: readonly string[]): void {
    for (const accountId of streams.keys()) {
      if (accountIds.includes(accountId)) continue;
      streams.delete(accountId);
      if (socket.connected) socket.emit('unsubscribe', { event: 'account', accountId }, () => undefined);
    }
    for (const accountId of accountIds) {
      if (streams.has(accountId)) continue;
      streams.set(accountId, { lastSeq: null, isAsking: false });
      if (socket.connected) subscribe(accountId);
    }
    noteStreams();
  }

  function subscribe(accountId: string): void {
    const stream = streams.get(accountId);
    if (!stream) return;
    stream.isAsking = true;
    const { lastSeq } = stream;
    const request = { event: 'account', accountId, ...(lastSeq === null ? {} : { afterSeq: lastSeq }) } as const;
    socket.emit('subscribe', request, (answer) => {
      // Messages keep their order, so whatever comes after this answer belongs to the new subscription.
      stream.isAsking = false;
      if (!answer.ok) useConnections.getState().note('investor', { error: SUBSCRIBE_FAILED });
    });
    noteStreams();
  }

  /** One record for the event name (spec 3), whatever the number of sub-accounts. */
  function noteStreams(): void {
    const payload = [...streams.keys()].map((accountId) => ({ event: 'account', accountId }));
    useConnections.getState().noteSubscription('investor', 'account', payload.length === 0 ? null : payload);
  }
}
