/** Checks what is read while the server is late, and that what costs much runs a few at a time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MarketView } from '#market/market-view.ts';
import { stageMarket } from '#test/fixtures/market.ts';
import { AN_1, type Browser, CODE, NANO, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const CANDLES = `/api/market/contracts/${CODE}/candles?interval=1m`;
const SPARKLINES = `/api/market/sparklines?contractCodes=${CODE}`;
const LIST = `/api/order/${AN_1}/query`;

let platform: Platform;
let an: Browser;
/** Charts wait here while a test holds them. */
let held: (() => void)[] | null = null;

beforeEach(async () => {
  const market = stageMarket([CODE, NANO]);
  const candles: MarketView['candles'] = async (query) => {
    if (held) await new Promise<void>((resolve) => held?.push(resolve));
    return market.candles(query);
  };
  platform = await startPlatform({ market: { ...market, candles }, limits: { requestsPerMinute: 30 } });
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(async () => {
  held = null;
  await platform.close();
});

const visit = (url: string, remoteAddress = '127.0.0.1') => platform.app.inject({ method: 'GET', url, remoteAddress });
const statusFor = async (url: string, who: Browser | null) => (await (who ? who.get(url) : visit(url))).statusCode;

test('visitors wait first, then what costs much, then all reads; what must be known is always answered', async () => {
  const { load } = platform;
  const statuses = async () => ({
    visitorsChart: await statusFor(CANDLES, null),
    chart: await statusFor(CANDLES, an),
    lines: await statusFor(SPARKLINES, an),
    list: await statusFor(LIST, an),
    board: await statusFor('/api/market/priceboard', null),
  });
  load.fallBehind(500);
  expect(await statuses()).toEqual({ visitorsChart: 200, chart: 200, lines: 200, list: 200, board: 200 });
  load.fallBehind(501);
  expect(await statuses()).toEqual({ visitorsChart: 503, chart: 200, lines: 200, list: 200, board: 200 });
  load.fallBehind(1_001);
  expect(await statuses()).toEqual({ visitorsChart: 503, chart: 503, lines: 503, list: 200, board: 200 });
  load.fallBehind(2_001);
  expect(await statuses()).toEqual({ visitorsChart: 503, chart: 503, lines: 503, list: 503, board: 503 });
  const counted = (await visit('/metrics')).body.match(/^mua_(shed|late).* [^0].*/gm);
  expect(counted).toEqual([
    'mua_late_seconds 2.001',
    'mua_shed_total{reason="visitor-dear-read"} 3',
    'mua_shed_total{reason="dear-read"} 4',
    'mua_shed_total{reason="read"} 2',
  ]);
  const { headers } = await visit(CANDLES);
  expect(headers['retry-after']).toMatch(/^[123]$/);

  load.fallBehind(60_000);
  for (const url of ['/health/live', '/health/ready']) expect(await statusFor(url, null)).toBe(200);
  const unknown = `/api/order/${AN_1}/by-client-id/00000000-0000-4000-8000-000000000000`;
  expect(await statusFor(unknown, an)).toBe(404);
  expect((await an.post('/api/investor/logout', {})).statusCode).toBe(200);
});

test('a cookie that identifies nobody is a visitor’s', async () => {
  platform.load.fallBehind(501);
  const url = CANDLES;
  const reply = await platform.app.inject({ method: 'GET', url, headers: { cookie: 'mua_jar=made-up' } });
  expect(reply.statusCode).toBe(503);
});

test('a network has four charts drawn at once, and others do not wait behind the rest of them', async () => {
  held = [];
  const asked = Array.from({ length: 20 }, () => visit(CANDLES, '192.0.2.9'));
  await vi.waitUntil(() => held?.length === 4);
  const other = visit(CANDLES, '198.51.100.7');
  await vi.waitUntil(() => held?.length === 5);
  const waiting = held;
  held = null;
  for (const resolve of waiting) resolve();
  const replies = await Promise.all([...asked, other]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('a chart counts as a request for each hundred of its bars', async () => {
  const from = async (limit: number, remoteAddress: string) =>
    (await visit(`${CANDLES}&limit=${limit}`, remoteAddress)).statusCode;
  // Three hundred requests a minute are an address's.
  for (let count = 0; count < 30; count += 1) expect(await from(1_000, '192.0.2.10')).toBe(200);
  expect(await from(1, '192.0.2.10')).toBe(429);
  for (let count = 0; count < 31; count += 1) expect(await from(100, '192.0.2.11')).toBe(200);
});
