/** Notices by Web Push, from what happens to what a browser decrypts (record 181). */
import { seenText } from '@mua/contract/entities/push-message';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ORDER } from '#test/fixtures/good-requests.ts';
import { AN_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { type StageBrowser, type StagePushService, startPushService } from '#test/fixtures/push-service.ts';

const RETRY_MS = 5_000;
/** The thread that sends begins with the first push, and compiles its sources here. */
const UNTIL_SENT = { timeout: 20_000 };

let service: StagePushService;
let platform: Platform;
let an: Browser;
let fills = 0;

beforeAll(async () => {
  service = await startPushService();
  platform = await startPlatform({}, { PUSH_SERVICES: service.origin });
  platform.venue.fillAtTicks = 1800;
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(async () => {
  await platform.close();
  await service.close();
});
beforeEach(async () => {
  await platform.database.pool.query('delete from push_subscription');
});

async function notifiedBrowser(browser = an): Promise<StageBrowser> {
  const { publicKey } = (await browser.get('/api/investor/push')).json();
  const device = service.subscribe(publicKey);
  const added = await browser.post('/api/investor/push', device.subscription);
  expect(added.statusCode).toBe(200);
  return device;
}

/** One lot, so that margin lasts. */
async function buyOne(): Promise<void> {
  fills += 1;
  const clientOrderId = `0190163d-8694-739b-aea5-${String(fills).padStart(12, '0')}`;
  const placed = await an.post(`/api/order/${AN_1}/place`, { ...ORDER, quantity: 1, clientOrderId });
  expect(placed.statusCode).toBe(201);
  await platform.sequencer.settled();
}

/** Has an order of An's filled, and waits for what becomes of its notice. */
async function fill(outcome: Outcome = { state: 'SENT', tries: 0 }): Promise<void> {
  await buyOne();
  await later(1_000, outcome);
}

interface Outcome {
  readonly state: 'WAITING' | 'SENT' | 'FAILED';
  /** Those that a push service refused. */
  readonly tries: number;
}

/** The sender looks for what is due twice in a second. */
async function later(ms: number, outcome: Outcome): Promise<void> {
  platform.clock.advanceBy(ms);
  await expect.poll(newest, UNTIL_SENT).toEqual(outcome);
}

/** Of the deliveries by push. */
async function newest(): Promise<Outcome | undefined> {
  const found = await platform.database.pool.query<Outcome>(
    "select state, tries from notice_delivery where channel = 'push' order by delivery_id desc limit 1",
  );
  return found.rows[0];
}

const channel = async () => {
  const { channels } = (await an.get('/api/investor/notice-delivery')).json();
  return channels.find((one: { channel: string }) => one.channel === 'push');
};

test('a fill reaches every browser of its investor, and nobody else’s, without figures', async () => {
  const [one, other] = [await notifiedBrowser(), await notifiedBrowser()];
  const binhs = await notifiedBrowser(await signedIn(platform, 'binh@mua.demo'));
  await fill();
  expect([one.received.length, other.received.length, binhs.received.length]).toEqual([1, 1, 0]);
  expect(one.received[0]).toMatchObject({
    payload: { title: expect.stringContaining('khớp'), language: 'vi' },
    headers: { urgency: 'normal', topic: expect.stringMatching(/^[\w-]{32}$/) },
  });
  const payload = one.received[0]?.payload;
  const shown = `${payload?.title} ${payload?.text}`;
  expect(shown).toMatch(/01/);
  expect(shown).not.toMatch(/ZCEZ26|450/);
  const { items } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  expect(items[0].deliveries).toContainEqual(expect.objectContaining({ channel: 'push', state: 'SENT' }));
  expect(payload?.url).toBe(`/trading/${CODE}?seen=${seenText({ accountId: AN_1, ...items[0] })}`);
});

test('figures show on a locked screen where their reader wants it', async () => {
  const device = await notifiedBrowser();
  await an.post('/api/investor/notice-delivery', { detailsOnLockScreen: true });
  await fill();
  expect(JSON.stringify(device.received[0]?.payload)).toMatch(/ZCEZ26/);
  await an.post('/api/investor/notice-delivery', { detailsOnLockScreen: false });
});

test('without a browser to notify nothing waits for one', async () => {
  const count = async () =>
    (await platform.database.pool.query("select from notice_delivery where channel = 'push'")).rowCount;
  const before = await count();
  await buyOne();
  expect(await count()).toBe(before);
});

test('a test goes the same way and says how long it took', async () => {
  const device = await notifiedBrowser();
  const asked = await an.post('/api/investor/notice-delivery/test', { channel: 'push' });
  expect(asked.statusCode).toBe(202);
  await expect.poll(async () => (await channel()).test.state, UNTIL_SENT).toBe('SENT');
  expect(device.received).toHaveLength(1);
  expect(await channel()).toMatchObject({ isOffered: true, failingSince: null, test: { tookMs: expect.any(Number) } });
  const [listed] = (await an.get('/api/investor/push')).json().items;
  expect(listed).toMatchObject({ failingSince: null, lastSentAt: expect.any(String) });
});

test('a browser that its push service does not know any more is removed', async () => {
  const device = await notifiedBrowser();
  device.answer({ status: 410 });
  await fill({ state: 'FAILED', tries: 0 });
  expect((await an.get('/api/investor/push')).json().items).toEqual([]);
  expect(await channel()).toMatchObject({ address: null, cause: 'NoAddress' });
});

test('what a push service has not taken is sent again, when it asks for it at the earliest', async () => {
  const device = await notifiedBrowser();
  const devices = async () => (await an.get('/api/investor/push')).json().items;
  device.answer({ status: 503 }, { status: 429, headers: { 'retry-after': '120' } });
  await fill({ state: 'WAITING', tries: 1 });
  expect(await devices()).toMatchObject([{ failingSince: expect.any(String) }]);
  await later(RETRY_MS, { state: 'WAITING', tries: 2 });
  await later(100_000, { state: 'WAITING', tries: 2 });
  await later(20_000, { state: 'SENT', tries: 2 });
  expect([device.received.length, device.calls]).toEqual([1, 3]);
  expect(await devices()).toMatchObject([{ failingSince: null }]);
});

test('one browser’s push service that fails keeps no other from being told, and tells nobody twice', async () => {
  const [good, failing] = [await notifiedBrowser(), await notifiedBrowser()];
  failing.answer({ status: 503 });
  await fill({ state: 'WAITING', tries: 1 });
  expect([good.received.length, failing.received.length]).toEqual([1, 0]);
  await later(RETRY_MS, { state: 'SENT', tries: 1 });
  expect([good.calls, failing.calls, failing.received.length]).toEqual([1, 2, 1]);
});

test('one that asks for an hour does not put off the others', async () => {
  const [patient, failing] = [await notifiedBrowser(), await notifiedBrowser()];
  const busy = { status: 429, headers: { 'retry-after': '3600' } };
  patient.answer(busy, busy);
  failing.answer({ status: 503 });
  await fill({ state: 'WAITING', tries: 1 });
  await later(RETRY_MS, { state: 'SENT', tries: 1 });
  expect(failing.received).toHaveLength(1);
});

test('one that asks for longer than it is news is given up where another was told', async () => {
  const [good, asking] = [await notifiedBrowser(), await notifiedBrowser()];
  const busy = { status: 429, headers: { 'retry-after': '3600' } };
  asking.answer(busy);
  await fill();
  expect([good.received.length, asking.received.length]).toEqual([1, 0]);
});

test('one that keeps failing is given up where another was told', async () => {
  const [good, failing] = [await notifiedBrowser(), await notifiedBrowser()];
  failing.answer({ status: 503 }, { status: 503 }, { status: 503 });
  await fill({ state: 'WAITING', tries: 1 });
  await later(RETRY_MS, { state: 'WAITING', tries: 2 });
  await later(RETRY_MS * 2, { state: 'SENT', tries: 2 });
  expect([good.calls, failing.calls, failing.received.length]).toEqual([1, 3, 0]);
});
