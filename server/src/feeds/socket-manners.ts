/**
 * What no client of ours sends ends its connection: bytes instead of text, packets that announce bytes, and a flood.
 * The rate of `acknowledge.ts` answers who asks too often; this one is for who does not listen to that answer, and
 * costs less than reading what they sent.
 */
import { CLOSE_CODES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import type { Server, Socket } from 'socket.io';
import type { MessageRate } from '#feeds/acknowledge.ts';
import { closeConnection } from '#feeds/socket-wire.ts';
import type { Clock } from '#ground/clock.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';

/** Times the messages that are answered. */
const FLOOD = 10;

interface Packet {
  readonly type: string;
  readonly data?: unknown;
}

export function keepManners(io: Server, wall: Clock): void {
  const perSecond = LIMITS.socketMessagesPerSecond * FLOOD;
  const packets = createTokenBuckets(wall, { perSecond, burst: perSecond * 2 });
  let count = 0;
  io.engine.on('connection', (connection: Socket['conn']) => {
    count += 1;
    const key = String(count);
    // Heard before anybody parses it, and once closed nothing more is heard.
    connection.on('packet', (packet: Packet) => {
      if (isBinary(packet) || !packets.take(key)) closeConnection(connection, CLOSE_CODES.misbehaved);
    });
  });
}

/** socket.io's types 5 and 6 are events and acknowledgements whose bytes follow in frames of their own. */
function isBinary({ type, data }: Packet): boolean {
  return type === 'message' && (typeof data !== 'string' || data.startsWith('5') || data.startsWith('6'));
}

/** Every event but these is answered as malformed, by the same rate. */
export function refuseOtherEvents(socket: Socket, events: readonly string[], rate: MessageRate): void {
  socket.onAny((event: string, ...args: unknown[]) => {
    if (events.includes(event)) return;
    const acknowledge = args.at(-1);
    if (typeof acknowledge !== 'function') return;
    acknowledge({ ok: false, code: rate.take(socket.id) ? 'BadRequest' : 'TooManyRequests' });
  });
}
