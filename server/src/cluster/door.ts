/**
 * The cluster's door: HTTP and sockets of one address, handed to a process behind it, as haproxy does in production. A
 * browser stays with its gateway by a cookie, so that it reads what it wrote; what could not be handed over goes to
 * another one.
 *
 * Node's own client and not a proxy library: which of the requests may be tried again turns on whether a connection was
 * there when they were sent, which libraries don't tell.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  request as ask,
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { codeForStatus } from '@mua/contract/errors';
import type { Target } from '#cluster/gateway-watch.ts';

export interface DoorOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Whom to ask, in this order; empty: nobody is there. `wanted` is the process that the browser was with. */
  readonly targetsFor: (path: string, wanted: string | undefined) => readonly Target[];
  /** Nobody is at its address. */
  readonly onRefused: (target: Target) => void;
  /** True of what the door answers itself. */
  readonly answersItself: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Of each request that was handed over or refused, with the status of its answer. */
  readonly onAnswered: (target: string, status: number) => void;
}

export interface Door {
  readonly url: string;
  /** Cuts what is open. */
  close(): Promise<void>;
}

const COOKIE = 'mua_gateway';
/** Of silence. Longer than any call has (http/answer-in-time.ts); the engine may have to move a demo's clock. */
const ANSWER_MS = { gateway: 30_000, engine: 120_000 };
/** Of one connection, or a claim of the client about others. */
const NOT_HANDED_ON = new Set(
  ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'expect', 'forwarded', 'x-forwarded-host'].concat(
    ...['x-forwarded-proto', 'x-forwarded-port', 'x-real-ip'],
  ),
);
const NOT_HANDED_BACK = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** @throws if the port is taken */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const agent = new Agent({ keepAlive: true });
  const upgraded = new Set<Duplex>();
  const server = createServer((request, response) => {
    if (!options.answersItself(request, response)) new Errand(options, agent, request, response).begin();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    upgrade(options, request, socket, head);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}

/** A request, until it is answered. */
class Errand {
  private readonly options: DoorOptions;
  private readonly agent: Agent;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private upstream: ClientRequest | undefined;

  constructor(options: DoorOptions, agent: Agent, request: IncomingMessage, response: ServerResponse) {
    this.options = options;
    this.agent = agent;
    this.request = request;
    this.response = response;
  }

  begin(): void {
    this.response.on('close', () => this.upstream?.destroy());
    this.try(targetsOf(this.options, this.request));
  }

  private try([target, ...others]: readonly Target[]): void {
    if (!target) return this.refuse('nobody', 503);
    const { request, response } = this;
    const upstream = ask(target.url, {
      ...callOf(request),
      agent: this.agent,
      timeout: ANSWER_MS[target.isKept ? 'gateway' : 'engine'],
    });
    this.upstream = upstream;
    let isSent = false;
    let isLate = false;
    upstream.on('socket', (socket) => {
      const send = (): void => {
        isSent = true;
        request.pipe(upstream);
      };
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    upstream.on('timeout', () => {
      isLate = true;
      upstream.destroy();
    });
    upstream.on('response', (answer) => this.handBack(target, answer));
    upstream.on('error', () => {
      if (response.destroyed) return;
      if (response.headersSent) response.destroy();
      else if (!isSent) {
        this.options.onRefused(target);
        this.try(others);
        // To read twice does no harm; anything else may have been done.
      } else if (isRead(request) && !isLate) this.try(others);
      else this.refuse(target.name, isLate ? 504 : 502);
    });
  }

  private handBack(target: Target, answer: IncomingMessage): void {
    const status = answer.statusCode ?? 502;
    this.options.onAnswered(target.name, status);
    const headers = keptOf(answer.rawHeaders, NOT_HANDED_BACK);
    if (target.isKept && target.name !== wantedBy(this.request.headers))
      headers.push('set-cookie', `${COOKIE}=${target.name}; Path=/; HttpOnly; SameSite=Lax`);
    this.response.writeHead(status, answer.statusMessage, headers);
    pipeline(answer, this.response, () => {});
  }

  private refuse(target: string, status: number): void {
    this.options.onAnswered(target, status);
    this.response.writeHead(status, { ...REFUSAL_HEADERS, ...(status === 503 ? { 'retry-after': '1' } : {}) });
    this.response.end(refusal(status));
  }
}

const REFUSAL_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** In the form of every refusal of ours (contract/errors). */
function refusal(status: number): string {
  const requestId = randomUUID();
  return JSON.stringify({ code: codeForStatus(status), facts: { requestId }, requestId });
}

function upgrade(options: DoorOptions, request: IncomingMessage, near: Duplex, head: Buffer): void {
  let upstream: ClientRequest | undefined;
  near.on('error', () => {});
  near.on('close', () => upstream?.destroy());
  const attempt = ([target, ...others]: readonly Target[]): void => {
    if (!target) {
      options.onAnswered('nobody', 503);
      near.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const { headers, ...call } = callOf(request);
    let isAnswered = false;
    const asked = ask(target.url, {
      ...call,
      headers: { ...headers, connection: 'Upgrade', upgrade: request.headers.upgrade },
      agent: false,
    });
    upstream = asked;
    const answered = (answer: IncomingMessage, kept: readonly string[]): void => {
      isAnswered = true;
      options.onAnswered(target.name, answer.statusCode ?? 502);
      near.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${linesOf(kept)}\r\n`);
    };
    asked.on('upgrade', (answer, far, farHead) => {
      answered(answer, answer.rawHeaders);
      near.write(farHead);
      far.write(head);
      far.on('error', () => {}).on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      near.pipe(far).pipe(near);
    });
    asked.on('response', (answer) => {
      answered(answer, [...keptOf(answer.rawHeaders, NOT_HANDED_BACK), 'connection', 'close']);
      pipeline(answer, near, () => {});
    });
    asked.on('error', () => {
      if (isAnswered || near.destroyed) return;
      options.onRefused(target);
      attempt(others);
    });
    asked.end();
  };
  attempt(targetsOf(options, request));
}

function targetsOf({ targetsFor }: DoorOptions, { url = '/', headers }: IncomingMessage): readonly Target[] {
  const [path = '/'] = url.split('?');
  return targetsFor(path, wantedBy(headers));
}

function wantedBy({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  return new RegExp(`(?:^|;) *${COOKIE}=([a-z0-9-]+)`).exec(cookie)?.[1];
}

/** Its host is the one that the client asked for; its sender is named last, by us. */
function callOf({ method, url, headers, socket }: IncomingMessage): CallOptions {
  const handed = Object.entries(headers).filter(([name]) => !NOT_HANDED_ON.has(name) && name !== 'upgrade');
  const claimed = headers['x-forwarded-for'];
  const sender = socket.remoteAddress ?? '';
  return {
    method: method ?? 'GET',
    path: url ?? '/',
    headers: { ...Object.fromEntries(handed), 'x-forwarded-for': claimed ? `${claimed}, ${sender}` : sender },
  };
}

interface CallOptions {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Names and values by turns, as they came. */
function keptOf(raw: readonly string[], left: ReadonlySet<string>): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !left.has(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
  );
}

function linesOf(raw: readonly string[]): string {
  return raw.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}
