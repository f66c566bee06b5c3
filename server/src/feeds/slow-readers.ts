/** Disconnects readers with a backlog of a mebibyte, or without progress for half a minute; the close code says so. */
import { CLOSE_CODES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import type { Namespace, Socket } from 'socket.io';
import { closeConnection, sentBytes, waitingBytes } from '#feeds/socket-wire.ts';
import type { Clock } from '#ground/clock.ts';

const LOOK_MS = 1_000;

/** Judged by progress: a slow but steady reader stays. Returns how to stop. */
export function watchReaders(namespaces: readonly Pick<Namespace, 'sockets'>[], wall: Clock): () => void {
  const progress = new WeakMap<Socket, { sent: number; sinceMs: number }>();
  const isTooSlow = (socket: Socket, nowMs: number): boolean => {
    const waiting = waitingBytes(socket);
    const sent = sentBytes(socket);
    const before = progress.get(socket);
    const isStill = waiting > 0 && before !== undefined && before.sent === sent;
    if (!isStill) progress.set(socket, { sent, sinceMs: nowMs });
    const stillMs = isStill ? nowMs - before.sinceMs : 0;
    return waiting > LIMITS.slowReaderBytes || stillMs >= LIMITS.slowReaderMs;
  };
  return wall.every(LOOK_MS, () => {
    const nowMs = wall.nowMs();
    for (const { sockets } of namespaces) {
      for (const socket of [...sockets.values()]) {
        if (isTooSlow(socket, nowMs)) closeConnection(socket.conn, CLOSE_CODES.slowReader);
      }
    }
  });
}
