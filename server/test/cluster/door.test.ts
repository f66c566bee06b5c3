/** The door of a cluster, in front of small stand-ins for gateways. */
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Door, openDoor } from '#cluster/door.ts';
import type { Target } from '#cluster/gateway-watch.ts';

let closing: (() => unknown)[] = [];
let targets: Target[] = [];
let refused: string[] = [];
let door: Door;

interface StandIn extends Target {
  readonly server: Server;
  /** What it was asked, with the bodies. */
  readonly asked: { readonly request: IncomingMessage; readonly body: string }[];
}

type Answer = (
  request: IncomingMessage,
  body: string,
) => { status?: number; headers?: string[]; text?: string } | 'hang up';

async function standIn(name: string, answer: Answer = () => ({ text: name })): Promise<StandIn> {
  const asked: StandIn['asked'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ request, body });
    const told = answer(request, body);
    if (told === 'hang up') request.socket.destroy();
    else response.writeHead(told.status ?? 200, told.headers ?? []).end(told.text ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { name, url: `http://127.0.0.1:${port}`, isKept: true, server, asked };
}

/** Nobody listens there. */
async function deadTarget(name: string): Promise<Target> {
  const { url, server } = await standIn(name);
  server.close();
  await once(server, 'close');
  return { name, url, isKept: true };
}

beforeEach(async () => {
  [closing, targets, refused] = [[], [], []];
  door = await openDoor({
    port: 0,
    targetsFor: (_path, wanted) => [...targets].sort((a, b) => Number(b.name === wanted) - Number(a.name === wanted)),
    onRefused: ({ name }) => refused.push(name),
    answersItself: () => false,
    onAnswered: () => {},
  });
  closing.push(() => door.close());
});

afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

test('a request arrives as it was sent, with its sender named last, and its answer as it was given', async () => {
  const gateway = await standIn('gateway-1', () => ({
    status: 201,
    headers: ['x-one', '1', 'set-cookie', 'a=1', 'set-cookie', 'b=2'],
    text: 'made',
  }));
  targets = [gateway];
  const response = await fetch(`${door.url}/api/order/1/place?x=%20`, {
    method: 'POST',
    body: '{"quantity":1}',
    headers: { 'x-csrf': '1', 'x-forwarded-for': '10.0.0.7', 'x-forwarded-host': 'elsewhere', forwarded: 'for=me' },
  });
  expect([response.status, await response.text(), response.headers.get('x-one')]).toEqual([201, 'made', '1']);
  expect(response.headers.getSetCookie().slice(0, 2)).toEqual(['a=1', 'b=2']);
  const [{ request, body } = { request: undefined, body: '' }] = gateway.asked;
  expect([request?.method, request?.url, body]).toEqual(['POST', '/api/order/1/place?x=%20', '{"quantity":1}']);
  expect(request?.headers).toMatchObject({ 'x-csrf': '1', 'x-forwarded-for': '10.0.0.7, 127.0.0.1' });
  expect(request?.headers.host).toBe(new URL(door.url).host);
  expect(request?.headers['x-forwarded-host']).toBeUndefined();
  expect(request?.headers.forwarded).toBeUndefined();
});

test('a browser stays with its gateway; another process gets no cookie', async () => {
  targets = [await standIn('gateway-1'), await standIn('gateway-2')];
  const first = await fetch(door.url);
  expect(first.headers.getSetCookie()).toEqual(['mua_gateway=gateway-1; Path=/; HttpOnly; SameSite=Lax']);
  const again = await fetch(door.url, { headers: { cookie: 'a=b; mua_gateway=gateway-2' } });
  expect([await again.text(), again.headers.getSetCookie()]).toEqual(['gateway-2', []]);
  targets = [{ ...(await standIn('engine-a')), isKept: false }];
  expect((await fetch(door.url)).headers.getSetCookie()).toEqual([]);
});

test('what could not be handed over goes to another, once, body and all', async () => {
  const alive = await standIn('gateway-2', (_request, body) => ({ text: body }));
  targets = [await deadTarget('gateway-1'), alive];
  const text = 'x'.repeat(300_000);
  const response = await fetch(door.url, { method: 'POST', body: text });
  expect(await response.text()).toBe(text);
  expect(refused).toEqual(['gateway-1']);
  expect(alive.asked).toHaveLength(1);
});

test('what may have been done is not done again; what is only read is', async () => {
  const dying = await standIn('gateway-1', () => 'hang up');
  const other = await standIn('gateway-2');
  targets = [dying, other];
  const order = await fetch(door.url, { method: 'POST', body: '{}' });
  expect([order.status, await order.json()]).toEqual([502, expect.objectContaining({ code: 'BadGateway' })]);
  expect([dying.asked.length, other.asked.length]).toEqual([1, 0]);
  expect(await (await fetch(door.url)).text()).toBe('gateway-2');
});

test('with nobody there: 503, and when to come again', async () => {
  const none = await fetch(door.url);
  expect([none.status, none.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await none.json()).toMatchObject({ code: 'ServiceUnavailable' });
  targets = [await deadTarget('gateway-1')];
  expect((await fetch(door.url, { method: 'POST', body: '{}' })).status).toBe(503);
});

test('an answer that breaks off breaks off', async () => {
  const gateway = await standIn('gateway-1');
  gateway.server.removeAllListeners('request').on('request', (_request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half');
    setImmediate(() => response.destroy());
  });
  targets = [gateway];
  await expect(fetch(door.url).then((response) => response.text())).rejects.toThrow();
});

/** Opens a socket through the door; resolves with its two ends, or the status of the refusal. */
function openSocket(): Promise<{ readonly near: Duplex; readonly headers: IncomingMessage['headers'] } | number> {
  return new Promise((resolve, reject) => {
    const asked = ask(door.url, { headers: { connection: 'Upgrade', upgrade: 'websocket' }, agent: false });
    asked.on('upgrade', ({ headers }, near) => resolve({ near, headers }));
    asked.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    asked.on('error', reject);
    asked.end();
  });
}

/** Returns how it ends all of them. */
function echoOn(gateway: StandIn): () => void {
  const open: Duplex[] = [];
  gateway.server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    gateway.asked.push({ request, body: '' });
    open.push(socket);
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n');
    socket.pipe(socket);
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}

test('a socket is carried both ways, goes to whoever is there, and ends with its gateway', async () => {
  const gateway = await standIn('gateway-2');
  const end = echoOn(gateway);
  targets = [await deadTarget('gateway-1'), gateway];
  const opened = await openSocket();
  if (typeof opened === 'number') throw new Error(`refused: ${opened}`);
  opened.near.write('hello');
  const [echoed] = await once(opened.near, 'data');
  expect([String(echoed), opened.headers.upgrade]).toEqual(['hello', 'websocket']);
  expect(gateway.asked[0]?.request.headers['x-forwarded-for']).toBe('127.0.0.1');
  const ended = once(opened.near, 'close');
  opened.near.resume();
  end();
  await ended;
});

test('a socket that is refused is refused with the gateway’s answer; with nobody there, 503', async () => {
  const gateway = await standIn('gateway-1');
  gateway.server.on('upgrade', (_request, socket: Duplex) => {
    socket.end('HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  targets = [gateway];
  expect(await openSocket()).toBe(429);
  targets = [];
  expect(await openSocket()).toBe(503);
});
