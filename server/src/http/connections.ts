/**
 * Bounds how many connections are open, below the process's limit of open files: whoever reaches that limit shuts out
 * everybody. One network has a part of them only. The last part is for those who are signed in: once it is reached, a
 * connection without a valid session is refused at its first request, and connections that have not yet said anything
 * make room for newer ones, the oldest first. Connections from this machine are its own programs' or the proxy's, which
 * is trusted to bound its clients; what lives long, a websocket, is counted for the client behind it.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '@mua/contract/limits';
import type { FastifyInstance } from 'fastify';
import { type AddressReader, isLoopback, isOwnAddress } from '#http/client-address.ts';
import { networkOf } from '#http/network-of.ts';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';

export interface ConnectionRoom {
  readonly most: number;
  readonly mostOfNetwork: number;
  /** From so many on, only those who are signed in are let in. */
  readonly open: number;
}

export interface Connections {
  /** At each request: why the connection is not let in. Only where room is short it has to be waited for. */
  refusal(request: IncomingMessage): undefined | Promise<ReplyError | undefined>;
}

export function watchConnections(
  server: Server,
  options: {
    readonly room: ConnectionRoom;
    /** The network that a request counts for. */
    readonly countedAs: AddressReader;
    readonly isSignedIn: (request: IncomingMessage) => Promise<boolean>;
  },
): Connections {
  const { room, countedAs, isSignedIn } = options;
  const networks = new Map<string, number>();
  let count = 0;
  /** Those that have not sent a whole request yet, the oldest first. */
  const silent = new Set<Socket>();

  /** False if the network has all that one may have; otherwise counted until the connection is closed. */
  function takePlace(network: string, socket: Socket): boolean {
    const taken = networks.get(network) ?? 0;
    if (taken >= room.mostOfNetwork) return false;
    networks.set(network, taken + 1);
    socket.once('close', () => {
      const left = (networks.get(network) ?? 1) - 1;
      if (left === 0) networks.delete(network);
      else networks.set(network, left);
    });
    return true;
  }

  function makeRoom(): boolean {
    if (count < room.most) return true;
    const [oldest] = silent;
    if (!oldest) return false;
    silent.delete(oldest);
    oldest.destroy();
    return true;
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const isOwn = isOwnAddress(address);
    if (!isOwn && !(takePlace(networkOf(address), socket) && makeRoom())) {
      socket.destroy();
      return;
    }
    count += 1;
    if (!isOwn) silent.add(socket);
    socket.once('close', () => {
      count -= 1;
      silent.delete(socket);
    });
  });

  async function unlessSignedIn(request: IncomingMessage): Promise<ReplyError | undefined> {
    return (await isSignedIn(request)) ? undefined : replyError('ServiceUnavailable', {});
  }

  return {
    refusal(request) {
      const { socket, headers } = request;
      const isFirst = silent.delete(socket);
      const isOfProxy = !isFirst && headers.upgrade !== undefined && isOwnAddress(socket.remoteAddress);
      if (!isFirst && (!isOfProxy || isLoopback(request))) return undefined;
      if (isOfProxy && !takePlace(countedAs(request), socket))
        return Promise.resolve(replyError('TooManyRequests', { seconds: 1 }));
      return count - silent.size > room.open ? unlessSignedIn(request) : undefined;
    },
  };
}

/** Answers those who are not let in, and ends their connection. */
export function guardRoom(app: FastifyInstance, { refusal }: Connections): void {
  app.addHook('onRequest', (request, reply, done) => {
    const waited = refusal(request.raw);
    if (!waited) return done();
    waited.then((refused) => {
      if (refused) reply.header('connection', 'close');
      done(refused);
    }, done);
  });
}

/** The rest is for the database, for logs, and for files that are being sent. */
const PART_OF_FILES = 3 / 4;
const PART_OF_NETWORK = 1 / 4;
const PART_OF_EVERYBODY = 9 / 10;

export function roomWithin(openFiles: number): ConnectionRoom {
  const most = Math.min(LIMITS.connections, Math.floor(openFiles * PART_OF_FILES));
  return {
    most,
    mostOfNetwork: Math.min(LIMITS.connectionsPerAddress, Math.ceil(most * PART_OF_NETWORK)),
    open: Math.floor(most * PART_OF_EVERYBODY),
  };
}

/** The usual limit, where the kernel does not say. */
const USUAL_OPEN_FILES = 1024;

/** How many files this process may have open. */
export function readOpenFilesLimit(file = '/proc/self/limits'): number {
  try {
    const [, limit] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(file, 'utf8')) ?? [];
    if (limit === 'unlimited') return Number.POSITIVE_INFINITY;
    return limit === undefined ? USUAL_OPEN_FILES : Number(limit);
  } catch {
    return USUAL_OPEN_FILES;
  }
}
