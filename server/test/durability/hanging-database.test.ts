/**
 * Stops PostgreSQL's processes without ending them, as a frozen disk or a suspended machine does: the server says so
 * within a second, takes nothing new, answers everything that waits in time, goes on when the database does, and stops
 * in time when it doesn't.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const AN = '108C000001-01';
/** The promise is one second; the rest is for a machine that is busy with other tests. */
const SEEN_WITHIN_MS = 3_000;
const home = ProductHome.begun({ SEED: '21' });
afterAll(() => {
  hang('SIGCONT');
  home.clear();
});

function hang(signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of home.postgresPids()) process.kill(pid, signal);
}

async function readiness(url: string): Promise<string> {
  const reply = await fetch(`${url}/health/ready`);
  const { code } = (await reply.json()) as { code?: string };
  return `${reply.status} ${code ?? ''}`.trim();
}

test('a database that hangs is seen, told, waited for, and does not hold up a stop', async () => {
  const { url, ended, stop } = await home.start();
  const an = new InvestorClient(url);
  await an.signIn('an@mua.demo');
  const resting = await restingBuy(an);
  const place = (clientOrderId: string) =>
    an.post(`/api/order/${AN}/place`, { clientOrderId, ...resting, quantity: 1 });
  expect((await place(randomUUID())).status).toBe(201);

  const hungAt = performance.now();
  hang('SIGSTOP');
  // Its row in the audit log is to be on disk before its reply.
  const signingIn = new InvestorClient(url).post('/api/investor/login', {
    username: 'binh@mua.demo',
    password: 'Mua@2026',
  });
  const told = async () => (await readiness(url)).replace(/^200$/, '');
  expect(await vi.waitUntil(told, { timeout: 10_000 })).toBe('503 DatabaseConnectionError');
  expect(performance.now() - hungAt).toBeLessThan(SEEN_WITHIN_MS);
  const underWay = randomUUID();
  const waiting = place(underWay).then(({ status, body }) => [status, body]);
  const atOnce = randomUUID();
  const { contractCode, side } = resting;
  const order = { clientOrderId: atOnce, contractCode, side, orderType: 'MARKET', duration: 'IOC', quantity: 1 };
  void an.post(`/api/order/${AN}/place`, order);
  await vi.waitUntil(async () => (await readiness(url)) === '503 JOURNAL_UNAVAILABLE', { timeout: 10_000 });
  const refused = await place(randomUUID());
  expect([refused.status, refused.body]).toEqual([
    503,
    expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE', facts: { why: 'SILENT' } }),
  ]);
  expect(await waiting).toEqual([504, expect.objectContaining({ code: 'GatewayTimeout' })]);
  const unknown = await signingIn;
  expect([unknown.status, unknown.body.code]).toEqual([504, 'GatewayTimeout']);

  hang('SIGCONT');
  await vi.waitUntil(async () => (await readiness(url)) === '200', { timeout: 20_000 });
  // Nobody knew; now it is known: the order is there, and is not made again.
  expect((await place(underWay)).status).toBe(200);
  // What was for the moment is not sent minutes later; the rest is.
  const read = async (id: string) => (await an.get(`/api/order/${AN}/by-client-id/${id}`)).body;
  await vi.waitUntil(async () => (await read(underWay)).status === 'WORKING', { timeout: 10_000 });
  expect(await read(atOnce)).toMatchObject({ status: 'CANCELLED', reason: { code: 'NotSentInTime' } });

  hang('SIGSTOP');
  void place(randomUUID()).catch(() => null);
  await vi.waitUntil(async () => (await readiness(url)) === '503 JOURNAL_UNAVAILABLE', { timeout: 10_000 });
  void stop();
  // Fifteen seconds are promised; a busy machine hears of it later.
  const code = await Promise.race([ended, new Promise((late) => setTimeout(late, 20_000, 'late'))]);
  expect(code).toBe(70);
});
