/** Cuts off readers of the investor feed who let a mebibyte pile up, or take nothing for half a minute. */
import type { Namespace, Socket } from 'socket.io';
import type { Clock } from '#clock';
import { cutSocket, sentBytes, waitingBytes } from './socket-wire.ts';

const LOOK_MS = 1_000;
const PILE_MAX_BYTES = 1024 * 1024;
const STILL_MAX_MS = 30_000;

/** Judged by progress: whoever reads slowly but reads stays. Returns how to stop. */
export function watchReaders(namespace: Namespace, wall: Clock): () => void {
  const progress = new WeakMap<Socket, { sent: number; sinceMs: number }>();
  return wall.every(LOOK_MS, () => {
    const nowMs = wall.nowMs();
    for (const socket of [...namespace.sockets.values()]) {
      const waiting = waitingBytes(socket);
      const sent = sentBytes(socket);
      const before = progress.get(socket);
      const isStill = waiting > 0 && before !== undefined && before.sent === sent;
      if (!isStill) progress.set(socket, { sent, sinceMs: nowMs });
      const stillMs = isStill ? nowMs - before.sinceMs : 0;
      if (waiting > PILE_MAX_BYTES || stillMs >= STILL_MAX_MS) cutSocket(socket);
    }
  });
}
