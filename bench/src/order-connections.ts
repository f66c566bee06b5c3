/**
 * Sends orders over keep-alive connections at little cost of its own: the bytes of a request are made once for each
 * investor, and of a reply only its status is read. Whoever offers more than a server can do must not be the bottleneck.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BenchInvestor } from '#bench-product.ts';
import type { RestingOrder } from '#resting-order.ts';

export interface OrderAnswer {
  readonly status: number;
  /** Since the order was due, not since a connection was free for it. */
  readonly latencyMs: number;
  /** With its head. */
  readonly reply: string;
}

export interface OrderConnections {
  /** Places one order of the next investor. Rejects when its connection ends first. */
  place(dueMs: number): Promise<OrderAnswer>;
  close(): void;
}

interface Waiting {
  readonly bytes: string;
  readonly dueMs: number;
  readonly resolve: (answer: OrderAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A place for the id of the order, as long as one. */
const ID = '00000000-0000-4000-8000-000000000000';

/** Fewer than wait at a listening socket: the kernel drops what is beyond that, and tries again seconds later. */
const OPENED_AT_ONCE = 100;

/** Opens the connections before anything is sent. Orders wait for a free one. */
export async function openOrderConnections(
  url: string,
  { people, order, count }: { people: readonly BenchInvestor[]; order: RestingOrder; count: number },
): Promise<OrderConnections> {
  const { hostname, port } = new URL(url);
  const requests = people.map((investor) => requestOf(investor, order, hostname));
  const free: Socket[] = [];
  const all: Socket[] = [];
  const busy = new Map<Socket, Waiting>();
  const queue: Waiting[] = [];
  let next = 0;

  function open(): Socket {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    all.push(socket);
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const status = wholeStatus(text);
      if (status === undefined) return;
      const reply = text;
      text = '';
      answer(socket, status, reply);
    });
    const gone = (): void => {
      busy.get(socket)?.reject(new Error('the connection ended before its answer'));
      busy.delete(socket);
    };
    socket.on('error', gone);
    socket.on('close', gone);
    return socket;
  }

  function answer(socket: Socket, status: number, reply: string): void {
    const waiting = busy.get(socket);
    busy.delete(socket);
    waiting?.resolve({ status, latencyMs: performance.now() - waiting.dueMs, reply });
    const first = queue.shift();
    if (first) send(socket, first);
    else free.push(socket);
  }

  function send(socket: Socket, waiting: Waiting): void {
    busy.set(socket, waiting);
    socket.write(waiting.bytes);
  }

  while (all.length < count) {
    const opened = Array.from({ length: Math.min(OPENED_AT_ONCE, count - all.length) }, open);
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    free.push(...opened);
  }
  return {
    place: (dueMs) =>
      new Promise((resolve, reject) => {
        const bytes = (requests[next++ % requests.length] ?? '').replace(ID, randomUUID());
        const waiting = { bytes, dueMs, resolve, reject };
        const socket = free.pop();
        if (socket) send(socket, waiting);
        else queue.push(waiting);
      }),
    close() {
      for (const socket of all) socket.destroy();
    },
  };
}

function requestOf({ accountId, headers }: BenchInvestor, order: RestingOrder, host: string): string {
  const terms = { side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 1 };
  const body = JSON.stringify({ clientOrderId: ID, ...order, ...terms });
  const lines = Object.entries({ host, ...headers, 'content-length': body.length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST /api/order/${accountId}/place HTTP/1.1\r\n${head}\r\n${body}`;
}

/** The status of a reply that is there as a whole. */
function wholeStatus(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? '0';
  return text.length >= end + 4 + Number(length) ? Number(text.slice(9, 12)) : undefined;
}
