/** Against a push service of the tests, which verifies and decrypts by itself. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { PushMessage } from '@mua/contract/entities/push-message';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '#ground/secrets.ts';
import { createPushSender } from '#push/push-sender.ts';
import { vapidOf } from '#push/vapid.ts';
import { type StagePushService, startPushService } from '#test/fixtures/push-service.ts';

const vapid = vapidOf(createSecrets('one key of at least thirty-two letters'), {
  publicUrl: undefined,
  mail: undefined,
});
const send = createPushSender(vapid);
const HIGH = { urgency: 'high', ttlSeconds: 600 } as const;

const message = (text: string): PushMessage => ({
  ...{ title: 'Tỷ lệ ký quỹ', text, language: 'vi' },
  ...{ url: '/account-overview/alerts', topic: 'bWFyZ2luLTAx' },
});

let service: StagePushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

test('what is sent arrives whole, and only where it is meant to', async () => {
  const browser = service.subscribe(vapid.publicKey);
  expect(await send(browser.subscription, message('Thiếu 1.250.000 đ'), HIGH)).toEqual({ kind: 'taken' });
  expect(browser.received).toMatchObject([
    {
      payload: message('Thiếu 1.250.000 đ'),
      headers: { ttl: '600', urgency: 'high', topic: 'bWFyZ2luLTAx' },
      claims: { aud: service.origin, sub: 'mailto:nobody@mua.invalid' },
    },
  ]);
  const { exp = 0 } = browser.received[0]?.claims ?? {};
  // RFC 8292: not more than a day ahead.
  expect(exp * 1000 - Date.now()).toBeLessThan(24 * 3_600_000);
  expect(exp * 1000).toBeGreaterThan(Date.now());
});

test('text that is too long for a push service is cut', async () => {
  const browser = service.subscribe(vapid.publicKey);
  await send(browser.subscription, message('ữ'.repeat(5_000)), HIGH);
  const [received] = browser.received;
  expect(Number(received?.headers['content-length'])).toBeLessThan(4_096);
  expect(received?.payload).toMatchObject({ title: 'Tỷ lệ ký quỹ', text: expect.stringMatching(/^ữ{500,}…$/) });
});

test.each([
  [{ status: 404 }, { kind: 'gone' }],
  [{ status: 410 }, { kind: 'gone' }],
  [
    { status: 429, headers: { 'retry-after': '120' } },
    { kind: 'failed', retryMs: 120_000 },
  ],
  [{ status: 503 }, { kind: 'failed', retryMs: undefined }],
  [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { kind: 'failed' }],
])('%j is understood', async (reply, outcome) => {
  const browser = service.subscribe(vapid.publicKey);
  browser.answer(reply);
  expect(await send(browser.subscription, message('x'), HIGH)).toMatchObject(outcome);
  expect(browser.received).toEqual([]);
});

test('a push service that is not there is no error, and nobody is told its address', async () => {
  const away = await startPushService();
  const { subscription } = away.subscribe(vapid.publicKey);
  await away.close();
  expect(await send(subscription, message('x'), HIGH)).toEqual({
    ...{ kind: 'failed', reason: 'no connection', retryMs: undefined },
  });
});

/** A browser at a server that answers in its own way. */
async function browserAt(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { subscription } = service.subscribe(vapid.publicKey);
  return { ...subscription, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('a connection is kept, and one that the push service has ended meanwhile is no failure', async () => {
  const used = new Map<Socket, number>();
  const server = createServer((incoming, response) => {
    const { socket } = incoming;
    const times = (used.get(socket) ?? 0) + 1;
    used.set(socket, times);
    if (times === 3) socket.resetAndDestroy();
    else incoming.resume().once('end', () => response.writeHead(201).end());
  });
  const browser = await browserAt(server);
  for (let sent = 0; sent < 3; sent += 1) expect(await send(browser, message('x'), HIGH)).toEqual({ kind: 'taken' });
  expect([...used.values()]).toEqual([3, 1]);
  server.closeAllConnections();
  server.close();
});

test('a push service that does not answer is given up', async () => {
  const server = createServer(() => {});
  const browser = await browserAt(server);
  const impatient = createPushSender(vapid, 50);
  expect(await impatient(browser, message('x'), HIGH)).toMatchObject({ kind: 'failed', reason: 'no answer' });
  server.closeAllConnections();
  server.close();
});
