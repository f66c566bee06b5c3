/**
 * Makes one socket.io connection of its own for one namespace, websocket only (docs/rules/connections.md#sockets). This
 * file is the only one that knows the library. It tries once when told to: when to try, and for how long, is the
 * network's (network/).
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
    // The network gives a try up itself, and no later.
    timeout: LIMITS.reconnectTimeoutMs,
  });
  // Events are typed by the contract; the library's own type carries the same facts in a shape we can't name here.
  return socket as unknown as FeedSocket<Server, Client>;
}
