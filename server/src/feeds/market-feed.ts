/**
 * Publishes prices, depth, tape and bars to everybody. One frame per interval; sockets with the same subscription share
 * one encoded message, and a thousand of them are served in batches, between which orders are handled. A slow reader
 * misses frames and gets a new snapshot when its buffer has room.
 */
import {
  type MarketEvent,
  type MarketSubscribe,
  marketSubscribe,
  marketUnsubscribe,
} from '@mua/contract/feeds/market-feed';
import { legCodes } from '@mua/core/values';
import type { Namespace, Socket } from 'socket.io';
import { type MessageRate, onRequest, overtaken } from '#feeds/acknowledge.ts';
import type { Frame, MarketFrames } from '#feeds/market-frames.ts';
import { refuseOtherEvents } from '#feeds/misbehaving-clients.ts';
import { type SharedMessage, sendShared, sharedMessage, waitingBytes } from '#feeds/socket-wire.ts';
import { inBatches, type WorkBatches } from '#feeds/work-batches.ts';
import { replyError } from '#refusals/reply-error.ts';

/** Above this backlog a reader is behind: frames are dropped, not queued. */
const BEHIND_BYTES = 256 * 1024;

interface Reader {
  /** True while the socket has missed a frame. */
  isBehind: boolean;
  /** Seq of its snapshot: a frame may be in transit to others while a reader joins. */
  readonly sinceSeq: number;
}

/** All sockets that watch the same contracts in one event. */
interface Watch {
  readonly event: MarketEvent;
  readonly codes: ReadonlySet<string>;
  readonly sockets: Map<Socket, Reader>;
}

export interface MarketFeed {
  /** Must finish before the next cut, since a snapshot sent meanwhile has the state of these frames. */
  publish(frames: readonly Frame[]): WorkBatches;
}

export function createMarketFeed(options: {
  readonly namespace: Namespace;
  readonly frames: MarketFrames;
  /** Whether this feed carries the contract. */
  readonly carries: (contractCode: string) => boolean;
  readonly rate: MessageRate;
  readonly onError: (error: unknown) => void;
}): MarketFeed {
  const { namespace, frames, carries, rate, onError } = options;
  const watches = new Map<string, Watch>();
  /** Key of each socket's watch, by event. */
  const subscriptions = new Map<Socket, Map<MarketEvent, string>>();
  /** The newest request of each socket, by event: the result of an older one is discarded. */
  const newest = new WeakMap<Socket, Map<MarketEvent, MarketSubscribe>>();

  function leave(socket: Socket, event: MarketEvent): void {
    const key = subscriptions.get(socket)?.get(event);
    const watch = key === undefined ? undefined : watches.get(key);
    if (key === undefined || !watch) return;
    subscriptions.get(socket)?.delete(event);
    watch.sockets.delete(socket);
    if (watch.sockets.size === 0) watches.delete(key);
  }

  function join(socket: Socket, event: MarketEvent, codes: readonly string[]): Watch {
    const key = `${event} ${codes.join(' ')}`;
    const watch = watches.get(key) ?? { event, codes: new Set(codes), sockets: new Map() };
    watches.set(key, watch);
    watch.sockets.set(socket, { isBehind: false, sinceSeq: frames.seqOf(event) });
    subscriptions.get(socket)?.set(event, key);
    return watch;
  }

  async function subscribe(socket: Socket, request: MarketSubscribe, begin: (seq: number) => void): Promise<void> {
    const { event } = request;
    // A spread has no bars: history is computed for contracts.
    const isKept = (code: string): boolean => carries(code) && (event !== 'candles' || legCodes(code) === undefined);
    const codes = [...new Set(request.codes)].filter(isKept).sort();
    const [first] = request.codes;
    if (codes.length === 0) throw replyError('ContractNotFound', { code: first ?? '' });
    newest.get(socket)?.set(event, request);
    await frames.prepare(event, codes);
    if (newest.get(socket)?.get(event) !== request) throw overtaken();
    leave(socket, event);
    // From here on nothing else runs, so no frame comes between the snapshot and the first update.
    begin(frames.seqOf(event));
    const watch = join(socket, event, codes);
    sendShared(socket, snapshotOf(watch));
  }

  function snapshotOf(watch: Watch): SharedMessage {
    return sharedMessage(namespace.name, 'snapshot', frames.snapshot(watch.event, watch.codes));
  }

  /** Undefined if the frame has nothing for these contracts. */
  function updateOf(watch: Watch, frame: Frame): SharedMessage | undefined {
    const items: string[] = [];
    const [fewer, has] =
      watch.codes.size < frame.parts.size ? [watch.codes, frame.parts] : [frame.parts.keys(), watch.codes];
    for (const code of fewer) {
      const part = has.has(code) ? frame.parts.get(code) : undefined;
      if (part !== undefined) items.push(part);
    }
    if (items.length === 0) return undefined;
    const json = `{"event":"${frame.event}","seq":${frame.seq},"items":[${items.join(',')}]}`;
    return sharedMessage(namespace.name, 'update', json);
  }

  function send(watch: Watch, frame: Frame): WorkBatches {
    const update = updateOf(watch, frame);
    let snapshot: SharedMessage | undefined;
    return inBatches(watch.sockets, ([socket, reader]) => {
      if ((!update && !reader.isBehind) || reader.sinceSeq >= frame.seq) return;
      if (waitingBytes(socket) > BEHIND_BYTES) {
        reader.isBehind = true;
      } else if (reader.isBehind) {
        snapshot ??= snapshotOf(watch);
        sendShared(socket, snapshot);
        reader.isBehind = false;
      } else if (update) {
        sendShared(socket, update);
      }
    });
  }

  namespace.on('connection', (socket) => {
    refuseOtherEvents(socket, ['subscribe', 'unsubscribe'], rate);
    subscriptions.set(socket, new Map());
    newest.set(socket, new Map());
    onRequest(socket, {
      event: 'subscribe',
      schema: marketSubscribe,
      rate,
      handle: (request, begin) => subscribe(socket, request, begin),
      onError,
    });
    onRequest(socket, {
      event: 'unsubscribe',
      schema: marketUnsubscribe,
      rate,
      handle({ event }, begin) {
        newest.get(socket)?.delete(event);
        leave(socket, event);
        begin(frames.seqOf(event));
      },
      onError,
    });
    socket.on('disconnect', () => {
      for (const event of [...(subscriptions.get(socket)?.keys() ?? [])]) leave(socket, event);
      subscriptions.delete(socket);
      newest.delete(socket);
    });
  });

  return {
    *publish(published) {
      for (const frame of published) {
        for (const watch of watches.values()) if (watch.event === frame.event) yield* send(watch, frame);
      }
    },
  };
}
