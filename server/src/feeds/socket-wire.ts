/**
 * Messages that go to many sockets at once are encoded once: the socket.io packet as text, and the WebSocket frame
 * around it, which engine.io writes as it is (`wsPreEncodedFrame`, what its own broadcast does).
 */
import type { Socket } from 'socket.io';

export interface SharedMessage {
  readonly packet: string;
  readonly options: { readonly compress: false; readonly wsPreEncodedFrame: readonly [Buffer] };
}

/** `json` is the event's one argument, already encoded. */
export function sharedMessage(namespace: string, event: string, json: string): SharedMessage {
  const packet = `2${namespace},["${event}",${json}]`;
  // "4" is engine.io's message.
  return { packet, options: { compress: false, wsPreEncodedFrame: [textFrame(`4${packet}`)] } };
}

export function sendShared(socket: Socket, message: SharedMessage): void {
  socket.conn.write(message.packet, message.options);
}

/**
 * A final, unmasked text frame (RFC 6455, 5.2) in one buffer: header and payload apart cost a gathering write for
 * each socket.
 */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 0x10000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = 0x81;
  if (headerBytes === 2) {
    frame[1] = length;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}

interface RawSocket {
  readonly bufferedAmount: number;
  close(code: number): void;
  readonly _socket?: { readonly bytesWritten: number; readonly writableLength: number } | null;
}

/** The WebSocket below; engine.io does not show it in its types. */
function rawSocketOf(connection: Socket['conn']): RawSocket | undefined {
  const { transport } = connection as { transport?: object };
  if (!transport || !('socket' in transport)) return undefined;
  const raw = transport.socket;
  const isRaw = typeof raw === 'object' && raw !== null && 'bufferedAmount' in raw && 'close' in raw;
  return isRaw ? (raw as RawSocket) : undefined;
}

/** Bytes that this socket's reader has not taken yet: queued by engine.io and by the connection itself. */
export function waitingBytes(socket: Socket): number {
  let queued = rawSocketOf(socket.conn)?.bufferedAmount ?? 0;
  for (const packet of queuedPackets(socket.conn)) {
    if (typeof packet === 'object' && packet !== null && 'data' in packet && typeof packet.data === 'string')
      queued += packet.data.length;
  }
  return queued;
}

/** What engine.io has not handed to the connection yet; its types keep that private. */
function queuedPackets(connection: object): readonly unknown[] {
  return 'writeBuffer' in connection && Array.isArray(connection.writeBuffer) ? connection.writeBuffer : [];
}

/** Bytes that have left for the reader since the connection began. */
export function sentBytes(socket: Socket): number {
  const connection = rawSocketOf(socket.conn)?._socket;
  return connection ? connection.bytesWritten - connection.writableLength : 0;
}

/**
 * Says why behind what waits already, and ends the connection whether that is ever read or not: the WebSocket waits
 * half a minute for its other end. What would be sent meanwhile is dropped.
 */
export function closeConnection(connection: Socket['conn'], code: number): void {
  const raw = rawSocketOf(connection);
  if (raw) raw.close(code);
  else connection.close();
}
