/**
 * Closes connections that send what no valid client sends: bytes instead of text, packets that announce bytes, or a
 * flood. The rate of `acknowledge.ts` answers a client that asks too often; this one is for clients that ignore the
 * answer, and costs less than parsing their messages.
 */
import { CLOSE_CODES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import type { Server, Socket } from 'socket.io';
import type { MessageRate } from '#feeds/acknowledge.ts';
import { closeConnection } from '#feeds/socket-wire.ts';
import type { Clock } from '#ground/clock.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';

/** Multiple of the rate of answered messages. */
const FLOOD = 10;

interface Packet {
  readonly type: string;
  readonly data?: unknown;
}

export function closeMisbehaving(io: Server, wall: Clock): void {
  const perSecond = LIMITS.socketMessagesPerSecond * FLOOD;
  const packets = createTokenBuckets(wall, { perSecond, burst: perSecond * 2 });
  let count = 0;
  io.engine.on('connection', (connection: Socket['conn']) => {
    count += 1;
    const key = String(count);
    // Runs before parsing; a closed connection is not read any more.
    connection.on('packet', (packet: Packet) => {
      if (isBinary(packet) || !packets.take(key)) closeConnection(connection, CLOSE_CODES.misbehaved);
    });
  });
}

/** socket.io's types 5 and 6: events and acknowledgements whose bytes follow in separate frames. */
function isBinary({ type, data }: Packet): boolean {
  return type === 'message' && (typeof data !== 'string' || data.startsWith('5') || data.startsWith('6'));
}

/** Any other event is answered as malformed, at the same rate. */
export function refuseOtherEvents(socket: Socket, events: readonly string[], rate: MessageRate): void {
  socket.onAny((event: string, ...args: unknown[]) => {
    if (events.includes(event)) return;
    const acknowledge = args.at(-1);
    if (typeof acknowledge !== 'function') return;
    acknowledge({ ok: false, code: rate.take(socket.id) ? 'BadRequest' : 'TooManyRequests' });
  });
}
