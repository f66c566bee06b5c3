/** Checks traffic limits: requests per minute, and compressed long replies. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AN_1, type Browser, CODE, type Platform, START_MS, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const PER_MINUTE = 6;
const CANDLES = `/api/market/contracts/${CODE}/candles?interval=1m`;
const MINUTE_MS = 60_000;

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ limits: { requestsPerMinute: PER_MINUTE } });
  for (let minute = 200; minute > 0; minute -= 1) {
    const bar = { openTicks: 1800, highTicks: 1804, lowTicks: 1799, closeTicks: 1801, volumeLots: minute };
    platform.market.bars.push({ openMs: START_MS - minute * MINUTE_MS, ...bar });
  }
  platform.market.move(CODE, { timeMs: START_MS });
});
afterAll(() => platform.close());

/** Sends from another machine, because this one has no limit. */
const ask = (browser: Browser) => browser.send({ method: 'GET', url: '/api/investor/me', remoteAddress: '192.0.2.9' });

const asked = async (browser: Browser, times: number) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await ask(browser)).statusCode);
  return statuses;
};

test('a browser session is limited per minute, and is told how long to wait', async () => {
  const an = await signedIn(platform, 'an@mua.demo');
  expect(new Set(await asked(an, PER_MINUTE))).toEqual(new Set([200]));
  const refused = await ask(an);
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
    429,
    '10',
    { code: 'TooManyRequests', facts: { seconds: 10 } },
  ]);
  const binh = await signedIn(platform, 'binh@mua.demo');
  expect(await asked(binh, 1)).toEqual([200]);
  platform.wall.advanceBy(10_000);
  expect(await asked(an, 2)).toEqual([200, 429]);
});

test('orders and cancels have rates of their own', async () => {
  const an = await signedIn(platform, 'an@mua.demo');
  await asked(an, PER_MINUTE);
  const codes = new Set<string>();
  for (let time = 0; time < PER_MINUTE; time += 1) {
    const orderId = '00000000-0000-4000-8000-000000000000';
    codes.add((await an.post(`/api/order/${AN_1}/cancel`, { orderId })).json().code);
  }
  expect(codes).toEqual(new Set(['OrderNotFound']));
});

test('an address has ten times that limit, whatever identities it claims; this machine has none', async () => {
  const url = '/health/live';
  const from = async (remoteAddress: string, headers = {}) =>
    (await platform.app.inject({ method: 'GET', url, remoteAddress, headers })).statusCode;
  for (let time = 0; time < PER_MINUTE * 10; time += 1) expect(await from('203.0.113.7')).toBe(200);
  expect(await from('203.0.113.7')).toBe(429);
  expect(await from('203.0.113.7', { 'x-forwarded-for': '198.51.100.1' })).toBe(429);
  expect(await from('203.0.113.8')).toBe(200);
  for (let time = 0; time < PER_MINUTE * 11; time += 1) expect(await from('127.0.0.1')).toBe(200);
});

test.each([
  ['orders of strangers', '/api/order/108C000001-01/place', {}],
  ['orders of unknown programs', '/api/order/108C000001-01/place', { authorization: 'Bearer none' }],
  ['tokens', '/api/iam/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }],
])('%s are limited in the same way by address', async (what, url, headers) => {
  const ask = async () => {
    const request = { method: 'POST', url, payload: '{}', remoteAddress: `${what} come from here` } as const;
    const reply = await platform.app.inject({
      ...request,
      headers: { 'x-csrf': '1', 'content-type': 'application/json', ...headers },
    });
    return reply.statusCode;
  };
  for (let time = 0; time < PER_MINUTE * 10; time += 1) expect([400, 401]).toContain(await ask());
  expect(await ask()).toBe(429);
});

test('a long reply is compressed for clients that accept it, with the same content', async () => {
  const read = (encoding: string) =>
    platform.app.inject({ method: 'GET', url: CANDLES, headers: { 'accept-encoding': encoding } });
  const plain = await read('identity');
  expect([plain.headers['content-encoding'], plain.json().items.length]).toEqual([undefined, 200]);
  const brotli = await read('gzip, deflate, br, zstd');
  expect([brotli.headers['content-encoding'], brotli.headers.vary]).toEqual(['br', 'accept-encoding']);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(brotli.rawPayload.length).toBeLessThan(plain.body.length / 5);
  const gzip = await read('gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
});

test('a short reply and a refusal are sent uncompressed', async () => {
  for (const url of ['/health/live', '/api/nowhere', `${CANDLES}&limit=2`]) {
    const { headers } = await platform.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBeUndefined();
  }
});
