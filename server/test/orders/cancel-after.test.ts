/**
 * Checks over HTTP that orders are cancelled when a sender is not heard, each for itself, and who may ask for it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#ground/sha256.ts';
import { stepUp } from '#test/fixtures/codes.ts';
import { OAuthHarness } from '#test/fixtures/oauth-harness.ts';
import { AN_1, BINH_1, type Browser, CODE, type Platform, signedIn } from '#test/fixtures/platform.ts';

let harness: OAuthHarness;
let platform: Platform;
let an: Browser;

beforeAll(async () => {
  harness = await OAuthHarness.open();
  ({ platform, an } = harness);
});
afterAll(() => harness.close());
beforeEach(() => platform.wall.advanceBy(10_000));

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

describe('each sender is waited for alone', () => {
  const OFF = { seconds: 0, includesGoodTill: false, cancelsAt: null };

  /** For longer than either may be silent, of whom one goes on saying that it is there. */
  async function passHearing(heard: () => Promise<unknown>, seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) {
      await heard();
      await pass(5);
    }
  }

  test("a program's death shows though the browser lives, and the other way round", async () => {
    await harness.beginTest();
    const program = harness.program((await harness.tokensFor()).access);
    const desk = { says: () => an.post(URL, { seconds: 60 }), asks: async () => (await an.get(URL)).json() };
    const bot = {
      says: () => program.post(URL, { seconds: 15, includesGoodTill: true }),
      asks: async () => (await program.get(URL)).json(),
    };
    for (const [living, dying] of [
      [desk, bot],
      [bot, desk],
    ] as const) {
      const [day, goodTill] = [await place('DAY'), await place('GTC')];
      await dying.says();
      await passHearing(living.says, 10);
      expect(await desk.asks()).toMatchObject({ seconds: 60, includesGoodTill: false });
      expect(await bot.asks()).toMatchObject({ seconds: 15, includesGoodTill: true });
      await passHearing(living.says, 50);
      expect(await statusOf(day)).toEqual(['CANCELLED', 'SenderGone']);
      expect(await statusOf(goodTill)).toEqual(dying === bot ? ['CANCELLED', 'SenderGone'] : ['WORKING', null]);
      expect(await dying.asks()).toEqual(OFF);
      expect((await living.asks()).seconds).toBeGreaterThan(0);
    }
    await program.post(URL, { seconds: 0 });
  });

  test('a browser is the same through a step-up or another sign-in, and another one is another', async () => {
    const other = await signedIn(platform, 'an@mua.demo');
    await an.post(URL, { seconds: 30 });
    expect((await other.get(URL)).json()).toEqual(OFF);
    await stepUp(an);
    expect((await an.get(URL)).json()).toMatchObject({ seconds: 30 });
    expect((await an.signIn('an@mua.demo')).statusCode).toBe(200);
    expect((await an.post(URL, { seconds: 0 })).json()).toEqual(OFF);
    expect(platform.sequencer.state.cancelAfters.size).toBe(0);
  });

  test('a program ends its own alone; a browser what anybody has left behind, and who is still there says it again', async () => {
    await harness.beginTest();
    const program = harness.program((await harness.tokensFor()).access);
    await an.post(URL, { seconds: 60 });
    await program.post(URL, { seconds: 0 });
    expect((await an.get(URL)).json()).toMatchObject({ seconds: 60 });
    const gone = await signedIn(platform, 'an@mua.demo');
    await gone.post(URL, { seconds: 15, includesGoodTill: true });
    await gone.post('/api/investor/logout', {});
    await program.post(URL, { seconds: 15 });
    const day = await place('DAY');
    expect((await an.post(URL, { seconds: 0 })).json()).toEqual(OFF);
    await pass(20);
    expect(await statusOf(day)).toEqual(['WORKING', null]);
    await program.post(URL, { seconds: 15 });
    await pass(15);
    expect(await statusOf(day)).toEqual(['CANCELLED', 'SenderGone']);
  });

  test('one that was signed out is not heard any more', async () => {
    const other = await signedIn(platform, 'an@mua.demo');
    const day = await place('DAY');
    await other.post(URL, { seconds: 15 });
    expect((await other.post('/api/investor/logout', {})).statusCode).toBe(200);
    await an.post(URL, { seconds: 60 });
    await pass(14);
    expect(await statusOf(day)).toEqual(['WORKING', null]);
    await pass(1);
    expect(await statusOf(day)).toEqual(['CANCELLED', 'SenderGone']);
    await an.post(URL, { seconds: 0 });
  });

  test('the journal has neither a cookie, nor its hash, nor a token', async () => {
    const { cookie = '' } = an;
    await an.post(URL, { seconds: 0 });
    await platform.sequencer.settled();
    const { rows } = await platform.database.pool.query<{ commands: string }>(
      `select commands from journal_batch where commands like '%setCancelAfter%'`,
    );
    const secret = cookie.split('=')[1] ?? '';
    expect([rows.length > 0, secret.length > 20]).toEqual([true, true]);
    for (const { commands } of rows)
      for (const text of [secret, sha256(secret), an.slot ?? 'handle']) expect(commands).not.toContain(text);
  });

  test('one too many is refused until somebody is due', async () => {
    const asked = { kind: 'setCancelAfter', accountId: AN_1, timeoutMs: 40_000, includesGoodTill: false } as const;
    for (let at = 0; at < 20; at += 1) await platform.sequencer.submit({ ...asked, sender: `browser ${at}` });
    const refused = await an.post(URL, { seconds: 30 });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { code: 'TooManyRequests', facts: { seconds: 40 } },
    ]);
    await pass(40);
    expect((await an.post(URL, { seconds: 30 })).statusCode).toBe(200);
    await an.post(URL, { seconds: 0 });
  });
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
