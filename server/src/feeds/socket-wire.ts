/**
 * Encodes a message for many sockets once: the socket.io packet as text, and the WebSocket frame around it, which
 * engine.io writes unchanged (`wsPreEncodedFrame`, as its own broadcast does).
 */
import type { Socket } from 'socket.io';

export interface SharedMessage {
  readonly packet: string;
  readonly options: { readonly compress: false; readonly wsPreEncodedFrame: readonly [Buffer] };
}

/** `json` is the event's one argument, already encoded. */
export function sharedMessage(namespace: string, event: string, json: string): SharedMessage {
  const packet = `2${namespace},["${event}",${json}]`;
  // "4" is engine.io's message type.
  return { packet, options: { compress: false, wsPreEncodedFrame: [textFrame(`4${packet}`)] } };
}

export function sendShared(socket: Socket, message: SharedMessage): void {
  socket.conn.write(message.packet, message.options);
}

/**
 * A final, unmasked text frame (RFC 6455, 5.2) in one buffer: separate header and payload cost a gathering write per
 * socket.
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

/** The WebSocket below, which engine.io's types do not expose. */
function rawSocketOf(connection: Socket['conn']): RawSocket | undefined {
  const { transport } = connection as { transport?: object };
  if (!transport || !('socket' in transport)) return undefined;
  const raw = transport.socket;
  const isRaw = typeof raw === 'object' && raw !== null && 'bufferedAmount' in raw && 'close' in raw;
  return isRaw ? (raw as RawSocket) : undefined;
}

/** Bytes not yet taken by the reader: queued by engine.io and by the connection. */
export function waitingBytes(socket: Socket): number {
  let queued = rawSocketOf(socket.conn)?.bufferedAmount ?? 0;
  for (const packet of queuedPackets(socket.conn)) {
    if (typeof packet === 'object' && packet !== null && 'data' in packet && typeof packet.data === 'string')
      queued += packet.data.length;
  }
  return queued;
}

/** What engine.io has not passed to the connection yet; private in its types. */
function queuedPackets(connection: object): readonly unknown[] {
  return 'writeBuffer' in connection && Array.isArray(connection.writeBuffer) ? connection.writeBuffer : [];
}

/** Bytes sent since the connection began. */
export function sentBytes(socket: Socket): number {
  const connection = rawSocketOf(socket.conn)?._socket;
  return connection ? connection.bytesWritten - connection.writableLength : 0;
}

/**
 * Sends the close code after what is queued, and ends the connection even if it is never read: the WebSocket waits half
 * a minute for its peer. Anything sent meanwhile is dropped.
 */
export function closeConnection(connection: Socket['conn'], code: number): void {
  const raw = rawSocketOf(connection);
  if (raw) raw.close(code);
  else connection.close();
}
