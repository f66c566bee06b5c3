/**
 * Admits connections at a limited rate. After a restart thousands come at once: the excess is refused before any work
 * is done for it, and clients retry. Invalid handshakes are refused here too.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_PATH } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import type { Clock } from '#ground/clock.ts';
import { type AddressReader, isLoopback } from '#http/client-address.ts';
import type { Connections } from '#http/connections.ts';
import { answerOnWire } from '#http/error-reply.ts';
import type { HostCheck } from '#http/own-names.ts';
import type { OriginCheck } from '#http/request-guard.ts';
import type { SecurityHeaders } from '#http/security-headers.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';

export interface DoorDeps {
  readonly server: Server;
  readonly hostFault: HostCheck;
  readonly isOwnOrigin: OriginCheck;
  readonly addressOf: AddressReader;
  readonly connections: Connections;
  readonly wall: Clock;
  readonly headers: SecurityHeaders;
}

/** A whole office may share one address and reconnect at once. */
const BURST_PER_ADDRESS = LIMITS.socketsPerJar * 10;
const EVERYBODY = 'everybody';
const HANDSHAKE = `${SOCKET_PATH}/?EIO=4&transport=websocket`;

/** Returns a server that receives admitted handshakes only: it listens on no port, the door passes them on. */
export function openSocketDoor({
  server,
  hostFault,
  isOwnOrigin,
  addressOf,
  connections,
  wall,
  headers,
}: DoorDeps): Server {
  const behind = createServer();
  const { socketHandshakesPerSecond: perSecond, socketHandshakesBurst: burst } = LIMITS;
  const all = createTokenBuckets(wall, { perSecond, burst });
  const addresses = createTokenBuckets(wall, {
    perSecond: LIMITS.socketHandshakesPerAddress,
    burst: BURST_PER_ADDRESS,
  });

  /** Cheapest checks first: each only reads text that is there already. */
  function refusal(request: IncomingMessage): ReplyError | undefined {
    const misdirected = hostFault(request);
    if (misdirected) return misdirected;
    if (!request.url?.startsWith(SOCKET_PATH)) return replyError('NotFound', {});
    if (!isOwnOrigin(request)) return replyError('Forbidden', {});
    const wrong = wrongPart(request);
    if (wrong !== undefined) return replyError('BadRequest', { field: wrong });
    if (!isLoopback(request) && !addresses.take(addressOf(request)))
      return replyError('TooManyRequests', { seconds: 1 });
    return all.take(EVERYBODY) ? undefined : replyError('ServiceUnavailable', {});
  }

  function refuse(socket: Duplex, refused: ReplyError): void {
    const isLater = refused.code === 'ServiceUnavailable' || refused.code === 'TooManyRequests';
    answerOnWire(socket, refused, isLater ? { ...headers, 'retry-after': '1' } : headers);
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const enter = (refused: ReplyError | undefined): void => {
      if (socket.destroyed) return;
      if (refused) return refuse(socket, refused);
      socket.off('error', leave);
      behind.emit('upgrade', request, socket, head);
    };
    // The client may have closed already.
    const leave = (): void => {
      socket.destroy();
    };
    socket.on('error', leave);
    const refused = refusal(request);
    const waited = refused ? undefined : connections.refusal(request);
    if (waited) waited.then(enter, leave);
    else enter(refused);
  });
  return behind;
}

/** The part of a handshake that no valid client would send; the libraries' own messages are not for strangers. */
function wrongPart({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET') return 'method';
  if (!url.startsWith(HANDSHAKE) || url.includes('sid=')) return 'url';
  if (headers.upgrade?.toLowerCase() !== 'websocket') return 'upgrade';
  if (headers['sec-websocket-version'] !== '13') return 'sec-websocket-version';
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) return 'sec-websocket-key';
  if (headers['sec-websocket-protocol'] !== undefined) return 'sec-websocket-protocol';
  return undefined;
}
