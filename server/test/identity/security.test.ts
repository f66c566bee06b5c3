import { LIMITS } from '@mua/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode, outbox, stepUp } from '#test/fixtures/codes.ts';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { AN_1, Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { statementsOf } from '#test/fixtures/statements.ts';

const BASE = '/api/investor/security';
const PIN = '274905';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let platform: Platform;
let address: string;

beforeAll(async () => {
  platform = await startPlatform();
  address = await platform.listen();
});
afterAll(() => platform.close());

let orders = 0;
function place(browser: Browser, accountId = AN_1) {
  orders += 1;
  return browser.post(`/api/order/${accountId}/place`, {
    clientOrderId: `0190163d-8694-739b-aea5-${String(orders).padStart(12, '0')}`,
    contractCode: CODE,
    side: 'BUY',
    orderType: 'LIMIT',
    duration: 'GTC',
    quantity: 1,
    limitPrice: '400.00',
  });
}

async function information(browser: Browser) {
  return (await browser.get(`${BASE}/informations`)).json();
}

describe('step-up', () => {
  test('by password allows sensitive acts of this slot for five minutes, under a new browser session id', async () => {
    const here = await signedIn(platform, 'an@mua.demo');
    const there = await signedIn(platform, 'an@mua.demo');
    const { ticket } = (await here.post('/api/session/socket-ticket', {})).json();
    const feed = new FeedClient(address, '/investor/v1.0', { ticket });
    await feed.next('connect');
    expect((await here.post(`${BASE}/sotp`, {})).json().code).toBe('StepUpRequired');
    const old = here.cookie;
    const proved = await here.post(`${BASE}/step-up`, { method: 'password', password: 'Mua@2026' });
    expect(proved.json().stepUpUntil).toBe(new Date(platform.clock.nowMs() + LIMITS.stepUpMs).toISOString());
    expect(here.cookie).not.toBe(old);
    await feed.next('disconnect');
    expect(feed.messages.some(({ name }) => name === 'unauthorized')).toBe(false);
    const replay = { method: 'GET', url: '/api/investor/me', headers: { cookie: old ?? '' } } as const;
    expect((await new Browser(platform).send(replay)).statusCode).toBe(401);
    expect((await here.post(`${BASE}/sotp`, {})).statusCode).toBe(201);
    expect((await there.post(`${BASE}/sotp`, {})).json().code).toBe('StepUpRequired');
    await here.signIn('binh@mua.demo');
    expect((await here.post(`${BASE}/sotp`, {})).json().code).toBe('StepUpRequired');
    platform.clock.advanceBy(LIMITS.stepUpMs);
    expect((await here.post(`${BASE}/sotp`, {})).json().code).toBe('StepUpRequired');
    expect((await information(here)).stepUpUntil).toBeNull();
  });

  test('with a wrong password counts as a failed sign-in, and a lock ends no session', async () => {
    const here = await signedIn(platform, 'chi@mua.demo');
    const codes = [];
    for (let count = 0; count < 5; count += 1) {
      const response = await here.post(`${BASE}/step-up`, { method: 'password', password: 'Wrong@2026' });
      codes.push([response.statusCode, response.json().facts.left ?? response.json().code]);
    }
    expect(codes).toEqual([
      [403, 4],
      [403, 3],
      [403, 2],
      [403, 1],
      [429, 'LoginLocked'],
    ]);
    expect((await new Browser(platform).signIn('chi@mua.demo')).json().code).toBe('LoginLocked');
    expect((await information(here)).hasPin).toBe(false);
    const byApp = await here.post(`${BASE}/step-up`, { method: 'sotp', code: '123456' });
    expect(byApp.json().code).toBe('LoginLocked');
    platform.clock.advanceBy(LIMITS.loginFailureWindowMs);
    expect((await here.post(`${BASE}/step-up`, { method: 'sotp', code: '123456' })).json().code).toBe(
      'SotpWasNotSetting',
    );
  });
});

describe('the PIN', () => {
  test('is required for what adds or changes risk if its owner wants it, and never for reducing risk', async () => {
    const here = await signedIn(platform, 'an@mua.demo');
    expect((await here.post(`${BASE}/pin/verify`, { pin: PIN })).json().code).toBe('PinNotSet');
    await stepUp(here);
    expect((await here.post(`${BASE}/pin/trading`, { isAskedForTrading: true })).json().code).toBe('PinNotSet');
    expect((await here.post(`${BASE}/pin`, { pin: '123456', isAskedForTrading: true })).json().code).toBe(
      'PinTooSimple',
    );
    expect((await place(here)).statusCode).toBe(201);
    const set = await here.post(`${BASE}/pin`, { pin: PIN, isAskedForTrading: true });
    expect(set.json()).toMatchObject({ hasPin: true, isPinAskedForTrading: true, pinUnlockedUntil: null });

    const refused = await place(here);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'PinRequired']);
    const clientOrderId = '0190163d-8694-739b-aea5-000000000001';
    for (const path of ['modify', 'reverse', 'conditional-orders/modify']) {
      const response = await here.post(`/api/order/${AN_1}/${path}`, {});
      expect([path, response.json().code]).toEqual([path, 'PinRequired']);
    }
    for (const path of ['strategies/one/follow', 'copies/one/resume']) {
      const response = await here.post(`/api/copy-trade/${path}`, {});
      expect([path, response.json().code]).toEqual([path, 'PinRequired']);
    }
    const cancelled = await here.post(`/api/order/${AN_1}/cancel`, { clientOrderId });
    expect(cancelled.statusCode).toBe(200);
    const closed = await here.post(`/api/order/force-sell/accounts/${AN_1}/by-contract`, {
      contractCode: CODE,
      clientOrderId: '0190163d-8694-739b-aea5-999999999999',
    });
    expect(closed.json().code).toBe('OpenPositionNotFound');

    expect((await here.post(`${BASE}/pin/verify`, { pin: '385511' })).json()).toMatchObject({
      code: 'InvalidPinOtp',
      facts: { left: 4 },
    });
    const unlocked = await here.post(`${BASE}/pin/verify`, { pin: PIN });
    expect(unlocked.json().pinUnlockedUntil).toBe(new Date(platform.clock.nowMs() + LIMITS.pinUnlockMs).toISOString());
    expect((await place(here)).statusCode).toBe(201);
    const elsewhere = await signedIn(platform, 'an@mua.demo');
    expect((await place(elsewhere)).json().code).toBe('PinRequired');
    platform.clock.advanceBy(LIMITS.pinUnlockMs);
    expect((await place(here)).json().code).toBe('PinRequired');
    expect((await outbox(platform)).some(({ to, text }) => to === 'an@mua.demo' && text.includes('PIN'))).toBe(true);
  });

  test('costs the order path no database query', async () => {
    const here = await signedIn(platform, 'an@mua.demo');
    await here.post(`${BASE}/pin/verify`, { pin: PIN });
    await here.get('/api/investor/me');
    const asked = await statementsOf(async () => {
      expect((await place(here)).statusCode).toBe(201);
      platform.clock.advanceBy(LIMITS.pinUnlockMs);
      expect((await place(here)).json().code).toBe('PinRequired');
    });
    expect(asked.filter((text) => text.startsWith('select'))).toEqual([]);
  });

  test('locks after five wrong ones, for longer each time, and sign-in stays open', async () => {
    const here = await signedIn(platform, 'an@mua.demo');
    const codes = [];
    for (let count = 0; count < 6; count += 1) {
      codes.push((await here.post(`${BASE}/pin/verify`, { pin: '385511' })).json().code);
    }
    expect(codes).toEqual([...Array(4).fill('InvalidPinOtp'), 'PinLocked', 'PinLocked']);
    expect((await here.post(`${BASE}/pin/verify`, { pin: PIN })).json().code).toBe('PinLocked');
    expect((await new Browser(platform).signIn('an@mua.demo')).statusCode).toBe(200);
    platform.clock.advanceBy(61_000);
    expect((await here.post(`${BASE}/pin/verify`, { pin: '385511' })).json().facts.minutes).toBe(2);
    await stepUp(here);
    await here.post(`${BASE}/pin`, { pin: PIN, isAskedForTrading: true });
    expect((await here.post(`${BASE}/pin/verify`, { pin: PIN })).statusCode).toBe(200);
    const off = await here.post(`${BASE}/pin/trading`, { isAskedForTrading: false });
    expect(off.json()).toMatchObject({ hasPin: true, isPinAskedForTrading: false });
    expect((await place(await signedIn(platform, 'an@mua.demo'))).statusCode).toBe(201);
  });
});

describe('the authenticator app', () => {
  test('counts from its first right code on; then sign-in requires it, and each code works once', async () => {
    const here = await signedIn(platform, 'dung@mua.demo');
    const enter = (sotpCode?: string) =>
      new Browser(platform).post('/api/investor/login', {
        username: 'dung@mua.demo',
        password: 'Mua@2026',
        ...(sotpCode === undefined ? {} : { sotpCode }),
      });
    await stepUp(here);
    expect((await here.post(`${BASE}/sotp/verify`, { code: '123456' })).json().code).toBe('SotpWasNotSetting');
    const { secret, uri } = (await here.post(`${BASE}/sotp`, {})).json();
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toMatch(/^otpauth:\/\/totp\/M%C3%B9a:108C000004\?/);
    expect((await enter()).statusCode).toBe(200);
    expect((await here.post(`${BASE}/sotp/verify`, { code: appCode(platform, secret, 5) })).json()).toMatchObject({
      code: 'InvalidSotp',
      facts: { left: 4 },
    });
    const on = await here.post(`${BASE}/sotp/verify`, { code: appCode(platform, secret) });
    expect(on.json().hasSotp).toBe(true);
    // Replacing it by another app would turn it off without one of its codes.
    const another = await here.post(`${BASE}/sotp`, {});
    expect([another.statusCode, another.json().code]).toEqual([409, 'SotpAlreadyOn']);
    const { rows } = await platform.database.pool.query<{ text: string }>('select c::text as text from credential c');
    expect(rows.map(({ text }) => text).join()).not.toContain(secret);

    const without = await enter();
    expect([without.statusCode, without.json().code]).toEqual([403, 'SotpRequired']);
    // The code that turned it on is used up. It cleared no failure, because the caller had created the secret.
    expect((await enter(appCode(platform, secret))).json()).toMatchObject({ code: 'InvalidSotp', facts: { left: 3 } });
    platform.clock.advanceBy(30_000);
    const code = appCode(platform, secret);
    const both = await Promise.all([enter(code), enter(code)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    // A clock may be off by one step either way, but never back before a code that was used.
    expect((await enter(appCode(platform, secret, 1))).statusCode).toBe(200);
    expect((await enter(code)).statusCode).toBe(403);
    expect((await enter(appCode(platform, secret, 2))).statusCode).toBe(403);

    platform.clock.advanceBy(90_000);
    const proved = await here.post(`${BASE}/step-up`, { method: 'sotp', code: appCode(platform, secret) });
    expect(proved.json().stepUpUntil).not.toBeNull();
    expect((await here.post(`${BASE}/sotp/remove`, { code: appCode(platform, secret) })).json().code).toBe(
      'InvalidSotp',
    );
    platform.clock.advanceBy(30_000);
    const off = await here.post(`${BASE}/sotp/remove`, { code: appCode(platform, secret) });
    expect(off.json().hasSotp).toBe(false);
    expect((await enter()).statusCode).toBe(200);
  });

  test('locks sign-in after wrong codes as after wrong passwords, and the password alone clears nothing', async () => {
    const here = await signedIn(platform, 'dung@mua.demo');
    await stepUp(here);
    const { secret } = (await here.post(`${BASE}/sotp`, {})).json();
    await here.post(`${BASE}/sotp/verify`, { code: appCode(platform, secret) });
    const codes = [];
    for (let count = 0; count < 5; count += 1) {
      const name = { username: 'dung@mua.demo', password: 'Mua@2026' };
      await new Browser(platform).post('/api/investor/login', name);
      const answer = await new Browser(platform).post('/api/investor/login', { ...name, sotpCode: '000000' });
      codes.push(answer.json().code);
    }
    expect(codes).toEqual([...Array(4).fill('InvalidSotp'), 'LoginLocked']);
    const last = (await here.get(`${BASE}/sign-ins`)).json().items[0];
    expect(last.outcome).toBe('locked');
  });

  test('is not cleared by a step-up with the password alone either', async () => {
    const here = await signedIn(platform, 'chi@mua.demo');
    await stepUp(here);
    const { secret } = (await here.post(`${BASE}/sotp`, {})).json();
    await here.post(`${BASE}/sotp/verify`, { code: appCode(platform, secret) });
    const codes = [];
    for (let count = 0; count < 5; count += 1) {
      await stepUp(here);
      const answer = await here.post(`${BASE}/step-up`, { method: 'sotp', code: '000000' });
      codes.push(answer.json().code);
    }
    expect(codes).toEqual([...Array(4).fill('InvalidSotp'), 'LoginLocked']);
  });
});

describe('devices', () => {
  async function enter(agent: string): Promise<Browser> {
    const browser = new Browser(platform);
    const response = await browser.send({
      method: 'POST',
      url: '/api/investor/login',
      payload: { username: 'binh@mua.demo', password: 'Mua@2026' },
      headers: { 'user-agent': agent },
    });
    browser.slot = response.json().accessToken.value;
    return browser;
  }

  test('are listed with this one first, and signed out one by one or all but this', async () => {
    const other = await enter('curl/8');
    platform.clock.advanceBy(1000);
    const here = await enter(CHROME);
    platform.clock.advanceBy(1000);
    const third = await enter(CHROME);
    const { ticket } = (await third.post('/api/session/socket-ticket', {})).json();
    const feed = new FeedClient(address, '/investor/v1.0', { ticket });
    await feed.next('connect');
    const { items } = (await here.get(`${BASE}/sessions`)).json();
    const reported = items.map((item: { isThis: boolean; device: string }) => [item.isThis, item.device]);
    expect(reported.slice(0, 3)).toEqual([
      [true, 'Chrome 150, Windows'],
      [false, 'Chrome 150, Windows'],
      [false, ''],
    ]);
    expect(items[0]).toMatchObject({ address: '127.0.0.1', sessionId: expect.stringMatching(/^[\w-]{22}$/) });
    const left = await here.send({ method: 'DELETE', url: `${BASE}/sessions/${items[1].sessionId}` });
    expect(left.json().items).toHaveLength(items.length - 1);
    expect(await feed.next('unauthorized')).toMatchObject({ userId: '108C000002', value: third.slot });
    await feed.next('disconnect');
    expect((await third.get('/api/investor/me')).statusCode).toBe(401);
    const again = await here.send({ method: 'DELETE', url: `${BASE}/sessions/${items[1].sessionId}` });
    expect(again.json().code).toBe('NotFound');
    const an = await signedIn(platform, 'an@mua.demo');
    const foreign = await an.send({ method: 'DELETE', url: `${BASE}/sessions/${items[0].sessionId}` });
    expect(foreign.json().code).toBe('NotFound');
    expect((await here.post(`${BASE}/sessions/revoke-others`, {})).json().items).toHaveLength(1);
    expect((await other.get('/api/investor/me')).statusCode).toBe(401);
    expect((await here.get('/api/investor/me')).statusCode).toBe(200);
  });

  test('signing one investor out of a browser session leaves the other there', async () => {
    const shared = await signedIn(platform, 'an@mua.demo');
    await shared.signIn('binh@mua.demo');
    const here = await enter(CHROME);
    await here.post(`${BASE}/sessions/revoke-others`, {});
    const { accounts } = (await shared.get('/api/investor/session')).json();
    expect(accounts.map((account: { user: { userId: string } }) => account.user.userId)).toEqual(['108C000001']);
  });

  test('are updated at most once a minute when seen', async () => {
    const here = await enter(CHROME);
    const [{ signedInAt }] = (await here.get(`${BASE}/sessions`)).json().items;
    platform.clock.advanceBy(20_000);
    await here.get('/api/investor/me');
    const seenAt = new Date(platform.clock.nowMs()).toISOString();
    const stored = async (): Promise<string> => {
      const { rows } = await platform.database.pool.query<{ ms: bigint }>(
        'select last_seen_ms as ms from jar_account where handle = $1',
        [here.slot],
      );
      return new Date(Number(rows[0]?.ms)).toISOString();
    };
    expect(await stored()).toBe(signedInAt);
    platform.clock.advanceBy(LIMITS.lastSeenMs);
    await expect.poll(stored).toBe(seenAt);
    const listed = (await (await enter(CHROME)).get(`${BASE}/sessions`)).json().items;
    expect(listed.some((item: { lastSeenAt: string }) => item.lastSeenAt === seenAt)).toBe(true);
  });

  test('list last sign-ins with their origin, failed ones too, and a flood of failures hides no success', async () => {
    const own = await startPlatform();
    const here = await signedIn(own, 'binh@mua.demo');
    for (let count = 0; count < 30; count += 1) {
      await new Browser(own).signIn('binh@mua.demo', 'Wrong@2026');
      own.clock.advanceBy(LIMITS.loginFailureWindowMs + 1);
    }
    await new Browser(own).signIn('em@mua.demo');
    const { items } = (await here.get(`${BASE}/sign-ins`)).json();
    const outcomes = items.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual([...Array(LIMITS.signInsShown).fill('wrong-password'), 'signed-in']);
    expect(items[0]).toMatchObject({ device: '', address: '127.0.0.1' });
    const { rows } = await own.database.pool.query('select outcome from sign_in_record where investor_id = $1', [
      '108C000005',
    ]);
    expect(rows).toEqual([{ outcome: 'suspended' }]);
    await own.close();
  });
});
