/**
 * Reads a feed cheaply: the WebSocket and socket.io protocols by hand, with messages passed on unparsed. A thousand of
 * socket.io's own clients decode twenty thousand frames a second, which takes more than a core: the benchmark would
 * measure the readers.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import type { InvestorSubscribe } from '@mua/contract/feeds/investor-feed';
import type { MarketSubscribe } from '@mua/contract/feeds/market-feed';
import { type Acknowledgement, type Handshake, SOCKET_PATH } from '@mua/contract/feeds/messages';
import { within } from '#deadline.ts';

export interface FeedReader {
  readonly isConnected: boolean;
  /** Stops reading, so that data piles up at the server. */
  stall(): void;
  close(): void;
}

export interface FeedReaderOptions {
  readonly url: string;
  readonly namespace: string;
  /** The ticket for the investor feed. */
  readonly handshake?: Handshake;
  readonly subscription: MarketSubscribe | InvestorSubscribe;
  /** Called when the connection has ended, on either side. */
  readonly onClosed?: () => void;
  /** Called for each update; `json` parses it on demand. */
  readonly onUpdate: (json: () => unknown) => void;
  readonly limitMs: number;
}

/** These are engine.io's open and ping, and socket.io's answers to our requests. */
const OPEN = 0x30;
const PING = 0x32;

/** Resolves once connected and subscribed. */
export async function openFeedReader(options: FeedReaderOptions): Promise<FeedReader> {
  const { url, limitMs } = options;
  const stream = await upgrade(url, limitMs);
  let isConnected = true;
  stream.on('close', () => {
    if (isConnected) options.onClosed?.();
    isConnected = false;
  });
  try {
    await within(limitMs, 'subscribing', subscribe(stream, options));
  } catch (error) {
    isConnected = false;
    stream.destroy();
    throw error;
  }
  return {
    get isConnected() {
      return isConnected;
    },
    stall: () => void stream.pause(),
    close: () => stream.destroy(),
  };
}

/** What comes after the limit is ended, and not forgotten. */
function upgrade(url: string, limitMs: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${SOCKET_PATH}/?EIO=4&transport=websocket`, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    const late = setTimeout(() => asked.destroy(new Error(`connecting: nothing after ${limitMs} ms`)), limitMs);
    asked.on('close', () => clearTimeout(late));
    asked.on('upgrade', (_reply, stream, head) => {
      clearTimeout(late);
      // The end of a connection is counted, not thrown.
      stream.on('error', () => undefined);
      if (head.length > 0) stream.unshift(head);
      resolve(stream);
    });
    asked.on('response', ({ statusCode }) => {
      reject(new Error(`no WebSocket: ${statusCode}`));
      asked.destroy();
    });
    asked.on('error', reject);
    asked.end();
  });
}

function subscribe(stream: Duplex, options: FeedReaderOptions): Promise<void> {
  const { namespace, handshake, subscription, onUpdate } = options;
  const connected = Buffer.from(`40${namespace},`);
  const refused = Buffer.from(`44${namespace},`);
  const acknowledged = Buffer.from(`43${namespace},0`);
  const update = Buffer.from(`42${namespace},["update",`);
  return new Promise((resolve, reject) => {
    stream.once('close', () => reject(new Error('the connection was closed')));
    readTexts(stream, (text) => {
      if (startsWith(text, update)) {
        onUpdate(() => JSON.parse(text.toString('utf8', update.length, text.length - 1)));
      } else if (text[0] === PING) {
        sendText(stream, '3');
      } else if (text[0] === OPEN) {
        sendText(stream, `40${namespace},${handshake ? JSON.stringify(handshake) : ''}`);
      } else if (startsWith(text, refused)) {
        reject(new Error(`connection refused: ${text.toString('utf8', refused.length)}`));
      } else if (startsWith(text, connected)) {
        sendText(stream, `42${namespace},0${JSON.stringify(['subscribe', subscription])}`);
      } else if (startsWith(text, acknowledged)) {
        const [answer] = JSON.parse(text.toString('utf8', acknowledged.length)) as [Acknowledgement];
        if (answer.ok) resolve();
        else reject(new Error(`subscription refused: ${answer.code}`));
      }
    });
  });
}

function startsWith(text: Buffer, start: Buffer): boolean {
  return text.length >= start.length && text.compare(start, 0, start.length, 0, start.length) === 0;
}

/** Splits complete frames of a server, which are unmasked and, from this one, unfragmented (RFC 6455, 5.2). */
function readTexts(stream: Duplex, onText: (text: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const frame = frameAt(data, at);
      if (!frame) break;
      onText(data.subarray(frame.from, frame.to));
      at = frame.to;
    }
    rest = data.subarray(at);
  });
}

/** Returns the content of the frame at `at`; undefined while it is incomplete. */
function frameAt(data: Buffer, at: number): { readonly from: number; readonly to: number } | undefined {
  const left = data.length - at;
  if (left < 2) return undefined;
  const short = data.readUInt8(at + 1) & 0x7f;
  const head = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (left < head) return undefined;
  const length = head === 10 ? Number(data.readBigUInt64BE(at + 2)) : head === 4 ? data.readUInt16BE(at + 2) : short;
  return left < head + length ? undefined : { from: at + head, to: at + head + length };
}

/** Clients must mask; a mask of zeros leaves the text unchanged. */
function sendText(stream: Duplex, text: string): void {
  const payload = Buffer.from(text);
  const isLong = payload.length > 125;
  const head = Buffer.alloc(isLong ? 8 : 6);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | (isLong ? 126 : payload.length), 1);
  if (isLong) head.writeUInt16BE(payload.length, 2);
  stream.write(Buffer.concat([head, payload]));
}
