/**
 * Opens one socket.io connection of its own for one namespace, websocket only (docs/rules/connections.md#sockets). This
 * file is the only one that knows the library. It makes one attempt when told to: when to try, and for how long, is
 * decided in network/.
 */
import { NAMESPACES, SOCKET_PATH } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { io } from 'socket.io-client';
import type { FeedName } from '#network/connection-store.ts';
import type { FeedSocket } from '#network/feed-socket.ts';
import { clientConfig } from '#wire/client-config.ts';

export function openSocket<Server extends object, Client extends object>(name: FeedName): FeedSocket<Server, Client> {
  const socket = io(new URL(clientConfig().apiBaseUrl).origin + NAMESPACES[name], {
    path: SOCKET_PATH,
    transports: ['websocket'],
    multiplex: false,
    autoConnect: false,
    reconnection: false,
    // The network ends an attempt itself, and no later than this.
    timeout: LIMITS.reconnectTimeoutMs,
  });
  // Events are typed by the contract; the library's own type carries the same facts in a shape that can't be named
  // here.
  return socket as unknown as FeedSocket<Server, Client>;
}
