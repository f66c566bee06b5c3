/**
 * Publishes events of an investor's sub-accounts: only durable batches, in order, each naming the seq before it. This
 * feed drops nothing; a client that does not read is disconnected and resumes.
 */
import {
  type AccountItem,
  type InvestorSubscribe,
  type InvestorUpdate,
  investorSubscribe,
  investorUnsubscribe,
} from '@mua/contract/feeds/investor-feed';
import { LIMITS } from '@mua/contract/limits';
import type { Namespace, Socket } from 'socket.io';
import { type AccountRecord, readAccountRecord } from '#accounts/account-records.ts';
import { reachOf, recordAfter } from '#accounts/live-record.ts';
import { marginStatusOf } from '#accounts/margin-status.ts';
import { itemsOfStep } from '#feeds/account-items.ts';
import type { ReadingDeps } from '#feeds/account-reading.ts';
import { type MessageRate, onRequest, overtaken } from '#feeds/acknowledge.ts';
import { createHolders } from '#feeds/holders.ts';
import { refuseOtherEvents } from '#feeds/misbehaving-clients.ts';
import type { SharedReading, SharedReadings } from '#feeds/shared-readings.ts';
import { sendShared } from '#feeds/socket-wire.ts';
import { createStepsMeanwhile } from '#feeds/steps-meanwhile.ts';
import type { DurableStep, Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';

interface Subscription {
  readonly socket: Socket;
  /** Seq of the last message; null until the snapshot is sent, while updates wait. */
  lastSeq: number | null;
  waiting: Pick<InvestorUpdate, 'seq' | 'items'>[];
}

/** A sub-account with subscribers. */
interface Stream {
  readonly accountId: string;
  readonly subscriptions: Map<Socket, Subscription>;
  /** Undefined until first read from the database. */
  record: AccountRecord | undefined;
  loading: Promise<void>;
}

export interface InvestorFeedDeps extends ReadingDeps {
  readonly namespace: Namespace;
  readonly sequencer: Sequencer;
  /** Whether the sub-account belongs to the investor for whom the socket was admitted. */
  readonly maySee: (socket: Socket, accountId: string) => boolean;
  readonly readings: SharedReadings;
  readonly rate: MessageRate;
  readonly onError: (error: unknown) => void;
}

export function createInvestorFeed(deps: InvestorFeedDeps): void {
  const { namespace, sequencer, pool, grids, valuation, maySee, readings, rate, onError } = deps;
  const streams = new Map<string, Stream>();
  const meanwhile = createStepsMeanwhile();
  const holders = createHolders<Stream>();
  /** Sub-accounts that each socket watches. */
  const watchedBy = new WeakMap<Socket, Set<string>>();

  function streamOf(accountId: string): Stream {
    const known = streams.get(accountId);
    if (known) return known;
    const stream: Stream = { accountId, subscriptions: new Map(), record: undefined, loading: Promise.resolve() };
    streams.set(accountId, stream);
    stream.loading = load(stream);
    return stream;
  }

  async function load(stream: Stream): Promise<void> {
    const { accountId } = stream;
    const since = meanwhile.begin();
    try {
      const read = () => readAccountRecord(pool, accountId, valuation.tradeDateSeq());
      const record = await readings.inTurn(accountId, read);
      if (!record) throw replyError('NotFound', {});
      keep(stream, since.steps().reduce(recordAfter, record));
    } finally {
      since.end();
    }
  }

  function keep(stream: Stream, record: AccountRecord): void {
    // The stream has ended if its last socket left while it was read.
    if (stream.record?.positions !== record.positions && streams.get(stream.accountId) === stream)
      holders.set(
        stream,
        record.positions.map(({ contractCode }) => contractCode),
      );
    stream.record = record;
  }

  function leave(socket: Socket, accountId: string): void {
    watchedBy.get(socket)?.delete(accountId);
    const stream = streams.get(accountId);
    if (!stream?.subscriptions.delete(socket) || stream.subscriptions.size > 0) return;
    streams.delete(accountId);
    holders.set(stream, []);
  }

  async function subscribe(socket: Socket, request: InvestorSubscribe, begin: (seq: number) => void): Promise<void> {
    const { accountId, afterSeq } = request;
    if (!maySee(socket, accountId)) throw replyError('NotFound', {});
    const watched = watchedBy.get(socket) ?? new Set();
    if (watched.size >= LIMITS.subscriptionsPerSocket) throw replyError('TooManyRequests', { seconds: 60 });
    watchedBy.set(socket, watched.add(accountId));
    const stream = streamOf(accountId);
    const subscription: Subscription = { socket, lastSeq: null, waiting: [] };
    stream.subscriptions.set(socket, subscription);
    try {
      await stream.loading;
      const reading = await readings.first(accountId, afterSeq);
      if (stream.subscriptions.get(socket) !== subscription) throw overtaken();
      start(stream, subscription, reading, afterSeq ?? 0, begin);
    } catch (error) {
      if (stream.subscriptions.get(socket) === subscription) leave(socket, accountId);
      throw error;
    }
  }

  /** Sends the snapshot, then the waiting updates that are newer. */
  function start(
    stream: Stream,
    subscription: Subscription,
    reading: SharedReading,
    afterSeq: number,
    begin: (seq: number) => void,
  ): void {
    const { socket, waiting } = subscription;
    begin(reading.isSnapshot ? reading.seq : afterSeq);
    if (reading.message) sendShared(socket, reading.message);
    subscription.lastSeq = reading.seq;
    subscription.waiting = [];
    for (const update of waiting) send(stream.accountId, subscription, update.seq, update.items);
  }

  function send(accountId: string, subscription: Subscription, seq: number, items: AccountItem[]): void {
    const previousSeq = subscription.lastSeq;
    if (previousSeq === null) {
      subscription.waiting.push({ seq, items });
    } else if (seq > previousSeq) {
      subscription.lastSeq = seq;
      subscription.socket.emit('update', { event: 'account', accountId, seq, previousSeq, items });
    }
  }

  function publish(steps: readonly DurableStep[]): void {
    meanwhile.hear(steps);
    if (streams.size === 0) return;
    const itemsByStream = new Map<Stream, AccountItem[]>();
    for (const step of steps) {
      for (const { accountId, item } of itemsOfStep(step, streams, grids, valuation)) {
        const stream = streams.get(accountId);
        if (stream) itemsByStream.set(stream, [...(itemsByStream.get(stream) ?? []), item]);
      }
      for (const stream of concernedBy(step, itemsByStream)) follow(stream, step, itemsByStream);
    }
    for (const [stream, items] of itemsByStream) {
      const { record } = stream;
      if (!record) continue;
      const margin: AccountItem = { kind: 'margin', margin: marginStatusOf(record, valuation) };
      for (const subscription of stream.subscriptions.values()) {
        send(stream.accountId, subscription, record.seq, [...items, margin]);
      }
    }
  }

  /** The streams that a step concerns: thousands are watched, a step concerns a few. */
  function concernedBy(step: DurableStep, itemsByStream: ReadonlyMap<Stream, unknown>): Iterable<Stream> {
    const { accountIds, heldCodes, isEverybody } = reachOf(step);
    if (isEverybody) return streams.values();
    const concerned = new Set(itemsByStream.keys());
    for (const accountId of accountIds) {
      const stream = streams.get(accountId);
      if (stream) concerned.add(stream);
    }
    for (const code of heldCodes) for (const stream of holders.of(code)) concerned.add(stream);
    return concerned;
  }

  function follow(stream: Stream, step: DurableStep, items: Map<Stream, AccountItem[]>): void {
    // Until it was read, its steps are kept.
    if (!stream.record) return;
    const next = recordAfter(stream.record, step);
    if (next !== stream.record && !items.has(stream)) items.set(stream, []);
    // A rejected order changes no figure but must be published.
    keep(stream, items.has(stream) && next.seq < step.command.seq ? { ...next, seq: step.command.seq } : next);
  }

  sequencer.onDurable(publish);
  namespace.on('connection', (socket) => {
    refuseOtherEvents(socket, ['subscribe', 'unsubscribe'], rate);
    onRequest(socket, {
      event: 'subscribe',
      schema: investorSubscribe,
      rate,
      handle: (request, begin) => subscribe(socket, request, begin),
      onError,
    });
    onRequest(socket, {
      event: 'unsubscribe',
      schema: investorUnsubscribe,
      rate,
      handle({ accountId }, begin) {
        leave(socket, accountId);
        begin(sequencer.durableSeq);
      },
      onError,
    });
    socket.on('disconnect', () => {
      for (const accountId of [...(watchedBy.get(socket) ?? [])]) leave(socket, accountId);
    });
  });
}
