/**
 * Follows the investor feed over one connection: a stream for each sub-account of one signed-in investor. Its seq is
 * the journal's, and each update names the seq before it: only the one that follows the last passes, so that whatever a
 * network does, nothing is reported twice, out of order or not at all. Anything else means that something is missing,
 * and the stream is asked for again after the last seq.
 */
import type { AccountItem, InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import type { Acknowledgement, UnauthorizedEvent } from '@mua/contract/feeds/messages';
import { publishKeepsakeNews } from '#feeds/keepsake-news.ts';
import { createOpenQuestions } from '#feeds/open-questions.ts';
import { useConnections } from '#network/connection-store.ts';
import type { FeedSocket } from '#network/feed-socket.ts';
import type { Network } from '#network/network.ts';

export type InvestorSocket = FeedSocket<InvestorServerEvents, InvestorClientEvents>;

export interface InvestorFeed {
  /** Sets the sub-accounts to follow from now on. */
  follow(accountIds: readonly string[]): void;
  close(): void;
}

export interface InvestorFeedOptions {
  readonly network: Pick<Network, 'keep'>;
  readonly socket: InvestorSocket;
  /** Draws a one-time ticket, before every attempt to connect. */
  readonly draw?: () => Promise<{ readonly ticket: string }>;
  readonly onItems: (accountId: string, items: readonly AccountItem[], isSnapshot: boolean) => void;
  readonly onUnauthorized: (event: UnauthorizedEvent) => void;
}

interface Stream {
  readonly accountId: string;
  /** Null before the first snapshot. */
  lastSeq: number | null;
  /**
   * True while the subscription is requested and not yet accepted: messages that arrive meanwhile belong to the
   * previous one.
   */
  isAsking: boolean;
  /** Number of requests sent: only the answer to the latest counts. */
  asked: number;
  /**
   * The server's seq when it reported that it is behind us: its journal was restored. Its snapshot counts although it
   * is older.
   */
  restartSeq: number | null;
}

export function createInvestorFeed(options: InvestorFeedOptions): InvestorFeed {
  const { network, socket, draw, onItems, onUnauthorized } = options;
  const streams = new Map<string, Stream>();
  const questions = createOpenQuestions<Stream>(() => connection, subscribe);
  socket.on('heartbeat', questions.beat);
  socket.on('snapshot', ({ accountId, seq, items }) => {
    connection.touch();
    const stream = streams.get(accountId);
    if (!stream || (isOld(stream, seq) && seq !== stream.restartSeq)) return;
    stream.lastSeq = seq;
    stream.restartSeq = null;
    onItems(accountId, items, true);
  });
  socket.on('update', ({ accountId, seq, previousSeq, items }) => {
    connection.touch();
    const stream = streams.get(accountId);
    if (!stream || stream.isAsking || isOld(stream, seq)) return;
    if (previousSeq !== stream.lastSeq) return subscribe(stream);
    stream.lastSeq = seq;
    onItems(accountId, items, false);
  });
  socket.on('unauthorized', onUnauthorized);
  socket.on('keepsakes', ({ place }) => publishKeepsakeNews(place));
  const connection = network.keep({
    name: 'investor',
    socket,
    draw,
    onConnect: () => {
      publishKeepsakeNews();
      for (const stream of streams.values()) subscribe(stream);
    },
  });

  return { follow, close: () => connection.close() };

  function follow(accountIds: readonly string[]): void {
    for (const [accountId, stream] of streams) {
      if (accountIds.includes(accountId)) continue;
      streams.delete(accountId);
      questions.forget(stream);
      if (socket.connected) socket.emit('unsubscribe', { event: 'account', accountId }, () => undefined);
    }
    for (const accountId of accountIds) {
      if (streams.has(accountId)) continue;
      const stream: Stream = { accountId, lastSeq: null, isAsking: false, asked: 0, restartSeq: null };
      streams.set(accountId, stream);
      if (socket.connected) subscribe(stream);
    }
    noteStreams();
  }

  function subscribe(stream: Stream): void {
    const { accountId, lastSeq } = stream;
    stream.isAsking = true;
    stream.asked += 1;
    const { asked } = stream;
    questions.noteAsked(stream);
    const request = { event: 'account', accountId, ...(lastSeq === null ? {} : { afterSeq: lastSeq }) } as const;
    socket.emit('subscribe', request, (answer) => {
      if (streams.get(accountId) === stream && stream.asked === asked) take(stream, lastSeq, answer);
    });
    noteStreams();
  }

  /** Messages keep their order, so everything after this answer belongs to the new subscription. */
  function take(stream: Stream, afterSeq: number | null, answer: Acknowledgement): void {
    questions.noteAnswer(stream, answer.ok);
    if (!answer.ok) return;
    stream.isAsking = false;
    stream.restartSeq = afterSeq !== null && answer.seq < afterSeq ? answer.seq : null;
  }

  /** Keeps one record for the event name (docs/rules/connections.md#feeds), whatever the number of sub-accounts. */
  function noteStreams(): void {
    const payload = [...streams.keys()].map((accountId) => ({ event: 'account', accountId }));
    useConnections.getState().noteSubscription('investor', 'account', payload.length === 0 ? null : payload);
  }
}

function isOld({ lastSeq }: Stream, seq: number): boolean {
  return lastSeq !== null && seq <= lastSeq;
}
