/** Which browsers are notified for whom, and until when (record 181). */
import { PUSH_DEVICES_MAX } from '@mua/contract/entities/push-device';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#identity/demo-people.ts';
import { BROWSER_SESSION_DAYS } from '#identity/sessions/browser-session-store.ts';
import type { PushSubscription } from '#push/push-subscriptions.ts';
import { codeTo } from '#test/fixtures/codes.ts';
import { sessionOf } from '#test/fixtures/good-requests.ts';
import { type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { type StagePushService, startPushService } from '#test/fixtures/push-service.ts';

const AN = 'an@mua.demo';
const AN_ID = '108C000001';
const BINH = 'binh@mua.demo';
const DAY_MS = 24 * 3_600_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let service: StagePushService;
let platform: Platform;

beforeAll(async () => {
  service = await startPushService();
  platform = await startPlatform({}, { PUSH_SERVICES: service.origin });
});
afterAll(async () => {
  await platform.close();
  await service.close();
});

const subscribe = (browser: Browser, subscription: PushSubscription) =>
  browser.send({
    method: 'POST',
    url: '/api/investor/push',
    payload: subscription,
    headers: { 'user-agent': CHROME },
  });

const fresh = (): PushSubscription => service.subscribe('').subscription;

async function sessionCount(investorId: string): Promise<number> {
  const found = await platform.database.pool.query('select from jar_account where investor_id = $1', [investorId]);
  return found.rowCount ?? 0;
}

async function devicesOf(browser: Browser): Promise<{ deviceId: string; name: string }[]> {
  return (await browser.get('/api/investor/push')).json().items;
}

/** Of anybody, in the database. */
async function isKept({ endpoint }: PushSubscription): Promise<boolean> {
  const found = await platform.database.pool.query('select from push_subscription where endpoint = $1', [endpoint]);
  return found.rowCount === 1;
}

test('a browser subscribes once, however often it says so, and is named in its own words', async () => {
  const an = await signedIn(platform, AN);
  const subscription = fresh();
  const first = await subscribe(an, subscription);
  expect(first.json()).toMatchObject({
    publicKey: expect.stringMatching(/^[\w-]{87}$/),
    items: [
      {
        name: 'Chrome 150, Windows',
        isThisSession: true,
        addedAt: '2026-11-20T05:00:00.000Z',
        lastSentAt: null,
        failingSince: null,
      },
    ],
  });
  expect((await subscribe(an, subscription)).json()).toEqual(first.json());
  const [device] = await devicesOf(an);
  const gone = await an.send({ method: 'DELETE', url: `/api/investor/push/${device?.deviceId}` });
  expect(gone.json().items).toEqual([]);
});

test('the server calls no address of anybody’s choice, and keeps no key that encrypts nothing', async () => {
  const an = await signedIn(platform, AN);
  const good = fresh();
  for (const endpoint of ['http://169.254.169.254/latest', 'https://localhost/x', `${service.origin}0/x`]) {
    const refused = await subscribe(an, { ...good, endpoint });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ facts: { field: 'endpoint' } });
  }
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
  const refused = await subscribe(an, { ...good, keys: { ...good.keys, p256dh: offCurve } });
  expect(refused.json()).toMatchObject({ facts: { field: 'p256dh' } });
  expect(await devicesOf(an)).toEqual([]);
});

test('a browser is one investor’s: whoever subscribes there next takes it over, and nobody removes another’s', async () => {
  const [an, binh] = [await signedIn(platform, AN), await signedIn(platform, BINH)];
  const subscription = fresh();
  await subscribe(an, subscription);
  const [device] = await devicesOf(an);
  await binh.send({ method: 'DELETE', url: `/api/investor/push/${device?.deviceId}` });
  expect(await devicesOf(an)).toHaveLength(1);
  await subscribe(binh, subscription);
  expect(await devicesOf(an)).toEqual([]);
  expect(await devicesOf(binh)).toHaveLength(1);
});

test('a browser is notified after its session has expired, until its owner ends sessions', async () => {
  const an = await signedIn(platform, AN);
  const subscription = fresh();
  await subscribe(an, subscription);
  platform.clock.advanceTo(platform.clock.nowMs() + (BROWSER_SESSION_DAYS + 1) * DAY_MS);
  expect((await an.get('/api/investor/push')).statusCode).toBe(401);
  const other = await signedIn(platform, AN);
  // A leap of the clock sweeps as of its beginning.
  platform.clock.advanceBy(DAY_MS / 24);
  await expect.poll(async () => sessionCount(AN_ID)).toBe(1);
  expect(await isKept(subscription)).toBe(true);
  await other.post('/api/investor/security/sessions/revoke-others', {});
  expect(await isKept(subscription)).toBe(false);
});

test.each([
  ['signing out', (browser: Browser) => browser.post('/api/investor/logout', {})],
  ['signing out everybody of the browser', (browser: Browser) => browser.post('/api/investor/logout-all', {})],
  [
    'ending the session elsewhere',
    async (browser: Browser) => {
      const sessionId = await sessionOf(browser);
      const other = await signedIn(platform, AN);
      return other.send({ method: 'DELETE', url: `/api/investor/security/sessions/${sessionId}` });
    },
  ],
  [
    'a new password elsewhere',
    async () => {
      const other = await signedIn(platform, AN);
      const change = { oldPassword: DEMO_PASSWORD, newPassword: 'Rau#muong7xao', channel: 'email' };
      const { taskId } = (await other.post('/api/investor/security/change-password', change)).json();
      return other.post(`/api/investor/security/taskflow/${taskId}/verify`, { code: await codeTo(platform, AN) });
    },
  ],
])('%s ends it', async (_, end) => {
  const an = await signedIn(platform, AN);
  const subscription = fresh();
  await subscribe(an, subscription);
  expect(await isKept(subscription)).toBe(true);
  expect((await end(an)).statusCode).toBe(200);
  expect(await isKept(subscription)).toBe(false);
});

test('whoever signs in anew where they are signed in keeps it, and may end it', async () => {
  const binh = await signedIn(platform, BINH);
  const subscription = fresh();
  await subscribe(binh, subscription);
  await binh.signIn(BINH);
  expect(await isKept(subscription)).toBe(true);
  await binh.post('/api/investor/logout', {});
  expect(await isKept(subscription)).toBe(false);
});

test(`of more than ${PUSH_DEVICES_MAX} browsers, that which was reached longest ago goes`, async () => {
  const binh = await signedIn(platform, BINH);
  const all: PushSubscription[] = [];
  for (let added = 0; added <= PUSH_DEVICES_MAX; added += 1) {
    const subscription = fresh();
    all.push(subscription);
    platform.clock.advanceTo(platform.clock.nowMs() + 1000);
    await subscribe(binh, subscription);
    // The first one has just been reached.
    if (added === PUSH_DEVICES_MAX - 1)
      await platform.database.pool.query('update push_subscription set sent_ms = $2 where endpoint = $1', [
        all[0]?.endpoint,
        platform.clock.nowMs(),
      ]);
  }
  expect(await devicesOf(binh)).toHaveLength(PUSH_DEVICES_MAX);
  expect(await Promise.all(all.slice(0, 3).map(isKept))).toEqual([true, false, true]);
});
