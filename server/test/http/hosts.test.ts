/** Checks that a page which points its own name at this machine is answered nothing, on any way into the server. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { ALL_ROUTES } from '@mua/contract/registry';
import { colonPathOf } from '@mua/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectHeaders } from '#test/fixtures/headers.ts';
import { type Platform, startPlatform } from '#test/fixtures/platform.ts';
import { stageWebFolder } from '#test/fixtures/web-folder.ts';
import { sendBytes } from '#test/fixtures/wire.ts';

let folder: string;
let platform: Platform;
let address: string;

beforeAll(async () => {
  folder = stageWebFolder();
  platform = await startPlatform({ webFolder: folder });
  address = await platform.listen();
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

const REBOUND = 'evil.example:8080';

test.each([
  ...['/', '/trading', '/favicon.svg', '/metrics', '/health/ready', '/openapi.json', '/docs/api', '/nothing'].map(
    (url) => ['GET', url] as const,
  ),
  ...ALL_ROUTES.map((route) => [route.method, colonPathOf(route)] as const),
])('%s %s is not answered under a foreign name', async (method, url) => {
  const refused = await platform.app.inject({ method, url, headers: { host: REBOUND } });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    421,
    { code: 'MisdirectedRequest', facts: { host: REBOUND } },
  ]);
  expectHeaders(refused.headers);
});

test.each([
  ['a foreign name', REBOUND, 421],
  ['loopback', 'localhost:8080', 200],
  ['an address', '192.168.1.20', 200],
] as const)('on the wire, metrics under %s: %s is %d', async (_name, host, status) => {
  expect((await sendBytes(address, `GET /metrics HTTP/1.1\r\nhost: ${host}\r\n\r\n`))?.status).toBe(status);
});

test('a probe of HTTP/1.0 without a host is answered', async () => {
  expect((await sendBytes(address, 'GET /health/ready HTTP/1.0\r\n\r\n'))?.status).toBe(200);
});

test.each([
  [REBOUND, 421],
  ['127.0.0.1', 101],
] as const)('a handshake under %s is %d', async (host, status) => {
  const lines = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    ...[`host: ${host}`, `origin: http://${host}`, 'connection: Upgrade', 'upgrade: websocket'],
    ...['sec-websocket-version: 13', `sec-websocket-key: ${randomBytes(16).toString('base64')}`],
  ];
  const answer = await sendBytes(address, `${lines.join('\r\n')}\r\n\r\n`);
  expect(answer?.status).toBe(status);
  if (status === 421) expectHeaders(answer?.headers ?? {});
});
