/** Checks over HTTP that orders are cancelled when their sender is not heard, and who may ask for it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AN_1, BINH_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());

const URL = `/api/order/${AN_1}/cancel-after`;

async function place(duration: 'DAY' | 'GTC'): Promise<string> {
  const terms = { contractCode: CODE, side: 'BUY', orderType: 'LIMIT', limitPrice: '440.00', quantity: 1, duration };
  const placed = await an.post(`/api/order/${AN_1}/place`, { clientOrderId: randomUUID(), ...terms });
  expect(placed.statusCode).toBe(201);
  return placed.json().order.orderId;
}

async function statusOf(orderId: string): Promise<unknown> {
  const { items } = (await an.get(`/api/order/${AN_1}/query`)).json();
  const order = items.find((one: { orderId: string }) => one.orderId === orderId);
  return [order.status, order.reason?.code ?? null];
}

/** As time passes on a server that runs: it takes a look every second. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    platform.clock.advanceBy(1_000);
    await platform.sequencer.submit({ kind: 'passTime' });
  }
  await platform.sequencer.settled();
}

test('day orders go when nothing is heard for the time asked for, and the row says why', async () => {
  const [day, goodTill] = [await place('DAY'), await place('GTC')];
  const asked = await an.post(URL, { seconds: 30 });
  expect([asked.statusCode, asked.json()]).toEqual([
    200,
    { seconds: 30, includesGoodTill: false, cancelsAt: new Date(platform.clock.nowMs() + 30_000).toISOString() },
  ]);
  await pass(20);
  await an.post(URL, { seconds: 30 });
  await pass(29);
  expect(await statusOf(day)).toEqual(['WORKING', null]);
  expect((await an.get(URL)).json()).toMatchObject({ seconds: 30 });
  await pass(1);
  expect(await statusOf(day)).toEqual(['CANCELLED', 'SenderGone']);
  expect(await statusOf(goodTill)).toEqual(['WORKING', null]);
  expect((await an.get(URL)).json()).toEqual({ seconds: 0, includesGoodTill: false, cancelsAt: null });
  const { items } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  expect(items[0]).toMatchObject({ code: 'OrderCancelled', orderId: day, reason: { code: 'SenderGone' } });
});

test('is ended by its sender', async () => {
  const day = await place('DAY');
  await an.post(URL, { seconds: 15, includesGoodTill: true });
  expect((await an.post(URL, { seconds: 0 })).json()).toEqual({
    seconds: 0,
    includesGoodTill: false,
    cancelsAt: null,
  });
  await pass(20);
  expect(await statusOf(day)).toEqual(['WORKING', null]);
});

test.each([
  [{}, 'seconds'],
  [{ seconds: 14 }, 'seconds'],
  [{ seconds: 3_601 }, 'seconds'],
  [{ seconds: 15.5 }, 'seconds'],
  [{ seconds: '30' }, 'seconds'],
  [{ seconds: 30, includesGoodTill: 'yes' }, 'includesGoodTill'],
])('%j is no time', async (body, field) => {
  const refused = await an.post(URL, body);
  expect([refused.statusCode, refused.json().facts.field]).toEqual([400, field]);
});

test('only whoever owns the sub-account asks for it, and sees it', async () => {
  const foreign = `/api/order/${BINH_1}/cancel-after`;
  expect((await an.post(foreign, { seconds: 30 })).statusCode).toBe(404);
  expect((await an.get(foreign)).statusCode).toBe(404);
});
