/**
 * The common protocol of all feeds. Client: `subscribe` and `unsubscribe`, each acknowledged. Server: one `snapshot`
 * when a subscription begins, then `update` messages with a growing `seq`, and a `heartbeat` every five seconds.
 * Subscribing again to an event replaces the subscription (docs/rules/connections.md#sockets: one for each event name;
 * on the investor feed, for each event and sub-account). A message whose seq is not above the last one received is
 * dropped.
 */
import { z } from 'zod';
import { slotHandle } from '#entities/auth-state.ts';
import { errorCode } from '#errors.ts';
import { count, opaqueId, seq, timeMs } from '#wire.ts';

export const SOCKET_PATH = '/socket.io';

/** A separate connection each. `/market/v1.0` carries FUTURES, `/exchange/v1.0` carries ACM. */
export const NAMESPACES = {
  investor: '/investor/v1.0',
  market: '/market/v1.0',
  exchange: '/exchange/v1.0',
} as const;

/**
 * Why the server closed a connection, as the WebSocket's close code. Any other end is the network's or a restart's.
 * - `slowReader`: more than a mebibyte waits, or nothing was taken for half a minute
 * - `misbehaved`: bytes, unknown packets or a flood
 */
export const CLOSE_CODES = { slowReader: 4008, misbehaved: 1008 } as const;

/** `seq` is that of the snapshot, or the one after which updates resume. */
export const acknowledgement = z
  .union([z.object({ ok: z.literal(true), seq }), z.object({ ok: z.literal(false), code: errorCode })])
  .meta({ id: 'Acknowledgement' });
export type Acknowledgement = z.infer<typeof acknowledgement>;

export type Acknowledge = (answer: Acknowledgement) => void;

/** `timeMs` is the server's engine time, `marketMs` the market's time: a recording has its own. */
export const heartbeat = z.object({ timeMs, marketMs: timeMs }).meta({ id: 'Heartbeat' });
export type Heartbeat = z.infer<typeof heartbeat>;

/**
 * The session of one slot has ended (docs/rules/connections.md#sockets). Ignored if `value` is not the slot's current
 * accessToken.value: a stale event of one investor signs nobody else out.
 */
export const unauthorized = z.object({ userId: opaqueId, value: slotHandle }).meta({ id: 'UnauthorizedEvent' });
export type UnauthorizedEvent = z.infer<typeof unauthorized>;

/** The investor has arranged something, on whichever device: what is new since an earlier place can be read. */
export const keepsakesChanged = z.object({ place: count }).meta({ id: 'KeepsakesChanged' });
export type KeepsakesChanged = z.infer<typeof keepsakesChanged>;

/** What a socket sends when it connects; market feeds need no ticket. */
export const handshake = z.object({ ticket: z.string().min(1).max(200).optional() }).meta({ id: 'Handshake' });
export type Handshake = z.infer<typeof handshake>;
