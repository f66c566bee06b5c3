/** Checks the admission of connections: who gets one, at which rate, and who loses it. */
import { randomBytes } from 'node:crypto';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { Manager } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { expectHeaders } from '#test/fixtures/headers.ts';
import { CODE, type Platform, startPlatform } from '#test/fixtures/platform.ts';
import { sendBytes, type WireAnswer } from '#test/fixtures/wire.ts';

let platform: Platform;
let address: string;
let clients: FeedClient[] = [];

async function open(env: Record<string, string> = {}): Promise<void> {
  platform = await startPlatform({}, env);
  address = await platform.listen();
}

beforeAll(() => open());
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(() => platform.close());

const HANDSHAKE = '/socket.io/?EIO=4&transport=websocket';
const RIGHT = {
  host: 'localhost',
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': randomBytes(16).toString('base64'),
};

function knock(
  headers: Record<string, string | undefined> = {},
  path = HANDSHAKE,
  method = 'GET',
): Promise<WireAnswer | undefined> {
  const lines = Object.entries({ ...RIGHT, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return sendBytes(address, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

async function statuses(times: number, headers: Record<string, string> = {}): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let done = 0; done < times; done += 100) {
    const many = Math.min(100, times - done);
    for (const answer of await Promise.all(Array.from({ length: many }, () => knock(headers)))) {
      const status = answer?.status ?? 0;
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
  return counts;
}

describe('a crowd of new connections', () => {
  afterEach(async () => {
    await platform.close();
    await open();
  });

  test('is admitted at the rate at which it can be served, and the rest is told to try again later', async () => {
    const { socketHandshakesBurst: burst, socketHandshakesPerSecond: perSecond } = LIMITS;
    expect(await statuses(burst + 50)).toEqual(
      new Map([
        [101, burst],
        [503, 50],
      ]),
    );
    const late = await knock();
    expect([late?.status, late?.headers['retry-after'], JSON.parse(late?.body ?? '').code]).toEqual([
      503,
      '1',
      'ServiceUnavailable',
    ]);
    expectHeaders(late?.headers ?? {});
    platform.wall.advanceBy(1000);
    expect(await statuses(perSecond + 10)).toEqual(
      new Map([
        [101, perSecond],
        [503, 10],
      ]),
    );
  });

  test('from one address does not shut out the others', async () => {
    await platform.close();
    await open({ PUBLIC_URL: 'https://mua.example' });
    const burst = LIMITS.socketsPerJar * 10;
    const from = (one: string) => ({ 'x-forwarded-for': one });
    expect(await statuses(burst + 5, from('203.0.113.7'))).toEqual(
      new Map([
        [101, burst],
        [429, 5],
      ]),
    );
    expect((await knock(from('203.0.113.7, 203.0.113.8')))?.status).toBe(101);
    expect((await knock(from('203.0.113.8, 203.0.113.7')))?.headers['retry-after']).toBe('1');
  });

  test('that sends malformed handshakes uses up nothing', async () => {
    for (let time = 0; time < LIMITS.socketHandshakesBurst; time += 100)
      await Promise.all(Array.from({ length: 100 }, () => knock({ origin: 'https://evil.example' })));
    expect((await knock())?.status).toBe(101);
  });
});

describe('a handshake', () => {
  test('reveals no more than it must', async () => {
    const answer = await knock();
    expect(Object.keys(answer?.headers ?? {}).sort()).toEqual(['connection', 'sec-websocket-accept', 'upgrade']);
  });

  test.each([
    ['of another origin', 403, { origin: 'https://evil.example' }, undefined],
    ['of a sibling site', 403, { 'sec-fetch-site': 'same-site' }, undefined],
    ['of an origin with odd bytes', 403, { origin: 'http://x\x01' }, undefined],
    ['elsewhere', 404, {}, '/api/investor/me'],
    ['by polling', 400, {}, '/socket.io/?EIO=4&transport=polling'],
    ['of another protocol', 400, {}, '/socket.io/?EIO=3&transport=websocket'],
    ['for a session', 400, {}, `${HANDSHAKE}&sid=__proto__`],
    ['without a key', 400, { 'sec-websocket-key': undefined }, undefined],
    ['with a short key', 400, { 'sec-websocket-key': 'eA==' }, undefined],
    ['of another version', 400, { 'sec-websocket-version': '8' }, undefined],
    ['to something else', 400, { upgrade: 'h2c' }, undefined],
    ['with a sub-protocol', 400, { 'sec-websocket-protocol': 'soap' }, undefined],
  ])('%s is %i', async (_name, status, headers, path) => {
    const answer = await knock(headers, path);
    // Odd bytes are not HTTP at all, which is reported one step earlier.
    expect([status, 400]).toContain(answer?.status);
    expectHeaders(answer?.headers ?? {});
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: expect.any(String), requestId: '-' });
  });

  test('by POST gets 400', async () => {
    expect((await knock({}, HANDSHAKE, 'POST'))?.status).toBe(400);
  });

  test('without an upgrade finds no path', async () => {
    const answer = await knock({ connection: 'close', upgrade: undefined });
    expect([answer?.status, JSON.parse(answer?.body ?? '').code]).toEqual([404, 'NotFound']);
    expectHeaders(answer?.headers ?? {});
  });
});

describe('a connection', () => {
  async function connected(): Promise<{ client: FeedClient; closedBy: Promise<number> }> {
    const client = new FeedClient(address, NAMESPACES.market);
    clients.push(client);
    const closedBy = new Promise<number>((resolve) => {
      client.socket.on('disconnect', (_reason, details) => {
        resolve(details && 'context' in details ? (details.context as { code: number }).code : 0);
      });
    });
    await client.next('connect');
    return { client, closedBy };
  }

  /** Writes an engine.io message directly, bypassing every check of the client. */
  const write = (client: FeedClient, data: string | Buffer) => client.socket.io.engine.write(data);

  test.each([
    ['bytes', Buffer.from([1, 2, 3])],
    ['an event that announces bytes', '51-/market/v1.0,["subscribe",{"_placeholder":true,"num":0}]'],
    ['an event that announces a thousand million', '5451-["x",{"_placeholder":true,"num":1000000000}]'],
    ['an acknowledgement with bytes', '61-/market/v1.0,0[{"_placeholder":true,"num":0}]'],
  ])('that sends %s ends', async (_name, data) => {
    const { client, closedBy } = await connected();
    write(client, data);
    expect(await closedBy).toBe(1008);
  });

  test('that requests no feed is notified and closed', async () => {
    const manager = new Manager(address, { transports: ['websocket'], reconnection: false });
    const received: unknown[] = [];
    const closedBy = new Promise((resolve) => {
      manager.on('close', (_reason, details) => resolve(details && 'context' in details && details.context));
    });
    await new Promise<void>((resolve) => manager.on('open', resolve));
    manager.engine.on('message', (packet) => received.push(packet));
    manager.engine.write('0');
    expect(await closedBy).toMatchObject({ code: 1008 });
    expect(received).toEqual(['4{"message":"BadRequest","data":{"code":"BadRequest"}}']);
  });

  test('that requests an unknown feed besides a valid one is closed too', async () => {
    const { client, closedBy } = await connected();
    write(client, '0');
    expect(await closedBy).toBe(1008);
  });

  test('that floods is closed; one that only asks too often is warned', async () => {
    const { client, closedBy } = await connected();
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.ask('unsubscribe', {})));
    expect(answers.filter((answer) => !answer.ok && answer.code === 'TooManyRequests')).toHaveLength(60);
    for (let time = 0; time < 400; time += 1) write(client, '2/market/v1.0,["x"]');
    expect(await closedBy).toBe(1008);
  });

  test('that requests something unknown gets an error', async () => {
    const { client } = await connected();
    for (const event of ['publish', '__proto__', 'join', '']) {
      expect(await client.ask(event, { room: 'x' })).toEqual({ ok: false, code: 'BadRequest' });
    }
    expect(await client.ask('subscribe', { event: 'prices', codes: [CODE] })).toMatchObject({ ok: true });
  });
});
