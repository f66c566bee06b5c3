/**
 * Opens one socket.io connection of its own for one namespace, websocket only. This file is the only one that knows the
 * library, and it is loaded on demand: the first prices come by an ordinary call, before any socket.
 */
import { NAMESPACES, SOCKET_PATH } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { io } from 'socket.io-client';
import { clientConfig } from '../client-config.ts';
import type { FeedName } from './connection-store.ts';
import type { FeedSocket } from './supervised-socket.ts';

export interface OpenSocketOptions {
  /** Draws what the handshake carries; it is asked before every connect. */
  readonly draw?: () => Promise<{ readonly ticket: string }>;
}

export function openSocket<Server extends object, Client extends object>(
  name: FeedName,
  { draw }: OpenSocketOptions = {},
): FeedSocket<Server, Client> {
  const socket = io(new URL(clientConfig().apiBaseUrl).origin + NAMESPACES[name], {
    path: SOCKET_PATH,
    transports: ['websocket'],
    multiplex: false,
    autoConnect: false,
    reconnectionDelay: LIMITS.socketReconnectDelayMs,
    reconnectionDelayMax: LIMITS.socketSlowRetryCapMs,
    timeout: LIMITS.marketSocketTimeoutMs,
    // Without a ticket the server refuses, which is an answer; without the callback the connection would hang.
    ...(draw === undefined ? {} : { auth: (send: (data: object) => void) => void draw().then(send, () => send({})) }),
  });
  // Events are typed by the contract; the library's own type carries the same facts in a shape we can't name here.
  return socket as unknown as FeedSocket<Server, Client>;
}
