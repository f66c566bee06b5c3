/** The socket server: access to feeds, heartbeats, timed frames, and slow readers. */
import type { Quote } from '@mua/contract/entities/prices';
import {
  CLOSE_CODES,
  type Heartbeat,
  handshake,
  type KeepsakesChanged,
  NAMESPACES,
  SOCKET_PATH,
} from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { marketOf } from '@mua/core/engine';
import type { ProductType } from '@mua/core/values';
import type { FastifyBaseLogger } from 'fastify';
import type { Gauge } from 'prom-client';
import { type Namespace, Server, type Socket } from 'socket.io';
import type { ReadingDeps } from '#feeds/account-reading.ts';
import { type BrowserSessionSockets, createBrowserSessionSockets } from '#feeds/browser-session-sockets.ts';
import { onClockMoved } from '#feeds/clock-moves.ts';
import { createInvestorFeed } from '#feeds/investor-feed.ts';
import { createMarketFeed, type MarketFeed } from '#feeds/market-feed.ts';
import { createMarketFrames, type Frame } from '#feeds/market-frames.ts';
import { closeMisbehaving } from '#feeds/misbehaving-clients.ts';
import { endWithSessions } from '#feeds/session-ends.ts';
import { createSharedReadings } from '#feeds/shared-readings.ts';
import { watchReaders } from '#feeds/slow-readers.ts';
import { type DoorDeps, openSocketDoor } from '#feeds/socket-door.ts';
import type { SocketTickets } from '#feeds/socket-tickets.ts';
import { closeConnection, sendShared, sharedMessage } from '#feeds/socket-wire.ts';
import { inBatches, runBatches, type WorkBatches } from '#feeds/work-batches.ts';
import type { Clock } from '#ground/clock.ts';
import type { Load } from '#ground/load.ts';
import { type Actor, type BrowserSessionReader, ownsAccount, type SessionEnds } from '#http/actor.ts';
import { isLoopback } from '#http/client-address.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { MarketView } from '#market/market-view.ts';

/** Prices are collected this long before they are sent. */
const FRAME_MS = 50;

export interface FeedDeps extends ReadingDeps, DoorDeps {
  readonly browserSessions: BrowserSessionReader & SessionEnds;
  readonly grants: SessionEnds;
  readonly browserSessionCookieName: string;
  readonly parseCookie: (header: string) => Record<string, string | undefined>;
  readonly tickets: SocketTickets;
  /** Others may end sessions here, and their word may be lost. */
  readonly hasNeighbours: boolean;
  readonly sequencer: Sequencer;
  readonly market: MarketView;
  readonly load: Load;
  /** Resolves when what is durable can be read; throws RecordsBehind. */
  readonly followed: () => Promise<void>;
  /** The engine's time, for heartbeats and sessions. Frames, heartbeats and rates use `wall`, real time. */
  readonly clock: Clock;
  readonly ownerOf: (accountId: string) => string | undefined;
  /** Calls with what an investor has arranged, on whichever device. */
  readonly onKeepsakes: (tell: (changed: KeepsakesChanged & { readonly investorId: string }) => void) => void;
  readonly sockets: Gauge<'feed'>;
  readonly log: FastifyBaseLogger;
}

export interface Feeds {
  readonly priceboard: () => { seq: number; items: Quote[] };
  close(): Promise<void>;
}

export function createFeeds(deps: FeedDeps): Feeds {
  const { sequencer, market, clock, wall } = deps;
  const { state } = sequencer;
  const { contracts } = state;
  const io = createSocketServer(deps);
  closeMisbehaving(io, wall);
  refuseNoFeed(io);
  const browserSessionSockets = createBrowserSessionSockets();
  const rate = createTokenBuckets(wall, {
    perSecond: LIMITS.socketMessagesPerSecond,
    burst: LIMITS.socketMessagesPerSecond * 2,
  });
  const onError = (err: unknown): void => deps.log.error({ err }, 'a socket request failed');

  const investor = io.of(NAMESPACES.investor);
  const actors = admitInvestors(investor, deps.tickets, browserSessionSockets);
  const maySee = (socket: Socket, accountId: string): boolean => {
    const actor = actors.get(socket);
    return actor !== undefined && ownsAccount(actor, accountId, deps.ownerOf(accountId));
  };
  const readings = createSharedReadings(deps);
  createInvestorFeed({ ...deps, namespace: investor, maySee, readings, rate, onError });
  deps.onKeepsakes(({ investorId, place }) => investor.to(investorId).emit('keepsakes', { place }));

  const frames = createMarketFrames(market, (code) => marketOf(state, code)?.commodity.grid);
  const carrying =
    (productType: ProductType) =>
    (code: string): boolean =>
      marketOf(state, code)?.commodity.productType === productType;
  const marketFeeds = (['market', 'exchange'] as const).map((name) => {
    const namespace = io.of(NAMESPACES[name]);
    admitVisitors(namespace, deps, browserSessionSockets);
    const carries = carrying(name === 'market' ? 'FUTURES' : 'ACM');
    return createMarketFeed({ namespace, frames, carries, rate, onError });
  });

  const stopWatching = watchReaders(
    Object.values(NAMESPACES).map((name) => io.of(name)),
    wall,
  );
  const stopLooking = endWithSessions({ ...deps, sockets: browserSessionSockets });
  market.onUpdate((updates) => frames.note(updates));
  /** True while frames are being sent; later changes go out with the next ones. */
  let isPublishing = false;
  const stopFrames = wall.every(FRAME_MS, () => {
    if (isPublishing || !frames.hasChanges()) return;
    isPublishing = true;
    runBatches(publishTo(marketFeeds, frames.cut()), () => {
      isPublishing = false;
    });
  });
  const heartbeat = (): Heartbeat => ({ timeMs: clock.nowMs(), marketMs: market.nowMs() });
  // The first at once: without it the client can't know the age of the prices.
  for (const name of Object.values(NAMESPACES))
    io.of(name).on('connection', (socket) => socket.emit('heartbeat', heartbeat()));
  const tellTime = (): void => {
    for (const name of Object.values(NAMESPACES)) {
      const { sockets } = io.of(name);
      const message = sharedMessage(name, 'heartbeat', JSON.stringify(heartbeat()));
      runBatches(inBatches(sockets.values(), (socket) => sendShared(socket, message)));
      deps.sockets.set({ feed: name }, sockets.size);
    }
  };
  const stopWatchingClock = onClockMoved(clock, wall, tellTime);
  const stopHeartbeats = wall.every(LIMITS.heartbeatMs, () => {
    tellTime();
    browserSessionSockets.endExpired(clock.nowMs());
  });

  return {
    priceboard: () => frames.priceboard(contracts.keys()),
    async close() {
      for (const stop of [stopFrames, stopHeartbeats, stopWatchingClock, stopWatching, stopLooking]) stop();
      // Not io.close(): that would close the HTTP server, which belongs to its owner.
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

function* publishTo(feeds: readonly MarketFeed[], frames: readonly Frame[]): WorkBatches {
  for (const feed of feeds) yield* feed.publish(frames);
}

function createSocketServer(door: DoorDeps): Server {
  return new Server(openSocketDoor(door), {
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: LIMITS.bodyMaxBytes,
    connectTimeout: LIMITS.marketSocketTimeoutMs,
  });
}

/** A refused connection's message is an error code of the catalogue. */
type Refusal = 'Unauthorized' | 'BadRequest' | 'TooManyRequests' | 'DefaultError';

function refuse(code: Refusal): Error {
  return Object.assign(new Error(code), { data: { code } });
}

/** The library opens the namespace `/` to everyone. It is no feed, so it is refused. */
function refuseNoFeed(io: Server): void {
  io.of('/').use((socket, next) => {
    next(refuse('BadRequest'));
    // The refusal is written in the next tick; after the close nothing is.
    process.nextTick(closeConnection, socket.conn, CLOSE_CODES.misbehaved);
  });
}

/** Admits a socket by a one-time ticket, within thirty seconds of its issue. */
function admitInvestors(
  namespace: Namespace,
  tickets: SocketTickets,
  browserSessionSockets: BrowserSessionSockets,
): { get(socket: Socket): Actor | undefined } {
  const actors = new WeakMap<Socket, Actor>();
  namespace.use(async (socket, next) => {
    const parsed = handshake.safeParse(socket.handshake.auth);
    if (!parsed.success) return next(refuse('BadRequest'));
    const { ticket } = parsed.data;
    try {
      const actor = ticket === undefined ? undefined : await tickets.redeem(ticket);
      if (!actor) return next(refuse('Unauthorized'));
      if (!browserSessionSockets.admit(actor.browserSessionId, socket, actor)) return next(refuse('TooManyRequests'));
      actors.set(socket, actor);
      await socket.join(actor.investorId);
      next();
    } catch {
      next(refuse('DefaultError'));
    }
  });
  return actors;
}

/** Admits everybody; sockets are counted by browser session if there is one, otherwise by address. */
function admitVisitors(
  namespace: Namespace,
  deps: Pick<FeedDeps, 'browserSessions' | 'browserSessionCookieName' | 'parseCookie' | 'addressOf'>,
  browserSessionSockets: BrowserSessionSockets,
): void {
  namespace.use(async (socket, next) => {
    try {
      const cookie = deps.parseCookie(socket.handshake.headers.cookie ?? '')[deps.browserSessionCookieName];
      const browserSession = cookie === undefined ? undefined : await deps.browserSessions.find(cookie);
      const isAdmitted = browserSession
        ? browserSessionSockets.admit(browserSession.browserSessionId, socket, undefined)
        : isLoopback(socket.request) || browserSessionSockets.admitFrom(deps.addressOf(socket.request), socket);
      if (!isAdmitted) return next(refuse('TooManyRequests'));
      next();
    } catch {
      next(refuse('DefaultError'));
    }
  });
}
