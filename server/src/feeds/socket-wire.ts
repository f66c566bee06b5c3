/**
 * Messages that go to many sockets at once are encoded once: the socket.io packet as text, and the WebSocket frame
 * around it, which engine.io writes as it is (`wsPreEncodedFrame`, what its own broadcast does).
 */
import type { Socket } from 'socket.io';

export interface SharedMessage {
  readonly packet: string;
  readonly options: { readonly compress: false; readonly wsPreEncodedFrame: readonly [Buffer, Buffer] };
}

/** `json` is the event's one argument, already encoded. */
export function sharedMessage(namespace: string, event: string, json: string): SharedMessage {
  const packet = `2${namespace},["${event}",${json}]`;
  // "4" is engine.io's message.
  return { packet, options: { compress: false, wsPreEncodedFrame: textFrame(Buffer.from(`4${packet}`, 'utf8')) } };
}

export function sendShared(socket: Socket, message: SharedMessage): void {
  socket.conn.write(message.packet, message.options);
}

/** A final, unmasked text frame (RFC 6455, 5.2). */
function textFrame(payload: Buffer): [Buffer, Buffer] {
  const { length } = payload;
  if (length < 126) return [Buffer.from([0x81, length]), payload];
  if (length < 0x10000) {
    const header = Buffer.alloc(4);
    header.writeUInt16BE(0x817e, 0);
    header.writeUInt16BE(length, 2);
    return [header, payload];
  }
  const header = Buffer.alloc(10);
  header.writeUInt16BE(0x817f, 0);
  header.writeBigUInt64BE(BigInt(length), 2);
  return [header, payload];
}

interface RawSocket {
  readonly bufferedAmount: number;
  terminate(): void;
  readonly _socket?: { readonly bytesWritten: number; readonly writableLength: number } | null;
}

/** The WebSocket below; engine.io does not show it in its types. */
function rawSocketOf(socket: Socket): RawSocket | undefined {
  const { transport } = socket.conn as { transport?: object };
  if (!transport || !('socket' in transport)) return undefined;
  const raw = transport.socket;
  const isRaw = typeof raw === 'object' && raw !== null && 'bufferedAmount' in raw && 'terminate' in raw;
  return isRaw ? (raw as RawSocket) : undefined;
}

/** Bytes that this socket's reader has not taken yet: queued by engine.io and by the connection itself. */
export function waitingBytes(socket: Socket): number {
  let queued = rawSocketOf(socket)?.bufferedAmount ?? 0;
  const { writeBuffer } = socket.conn as unknown as { readonly writeBuffer: readonly { readonly data?: unknown }[] };
  for (const { data } of writeBuffer) if (typeof data === 'string') queued += data.length;
  return queued;
}

/** Bytes that have left for the reader since the connection began. */
export function sentBytes(socket: Socket): number {
  const connection = rawSocketOf(socket)?._socket;
  return connection ? connection.bytesWritten - connection.writableLength : 0;
}

/** Ends the connection without waiting for a reader who does not read. */
export function cutSocket(socket: Socket): void {
  const raw = rawSocketOf(socket);
  if (raw) raw.terminate();
  else socket.conn.close();
}
