import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AN_1, AN_2, BINH_1, Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Request ids always differ; everything else of two replies may be compared byte by byte. */
function bytesOf(response: { statusCode: number; body: string; headers: object }): string {
  const { date: _date, 'x-request-id': _id, ...headers } = response.headers as Record<string, unknown>;
  const body = response.body.replace(/"requestId":"[^"]+"/, '"requestId":"…"');
  return JSON.stringify([response.statusCode, headers, body]);
}

describe('signing in', () => {
  test.each([
    'an@mua.demo',
    ' An@MUA.demo ',
    '0901000001',
    '+84 901 000 001',
    '84901000001',
    '108C000001',
    '108c000001',
  ])('by %j', async (username) => {
    const response = await new Browser(platform).signIn(username);
    expect(response.statusCode).toBe(200);
    const state = response.json();
    expect(state).toEqual({
      isAuth: true,
      accessToken: state.accessToken,
      accounts: [{ user: { userId: '108C000001' }, accessToken: state.accessToken }],
      activeUserId: '108C000001',
    });
  });

  test('sets one opaque cookie that no script can read, for seven days', async () => {
    const response = await new Browser(platform).signIn('an@mua.demo');
    expect(response.headers['set-cookie']).toMatch(
      /^mua_jar=[A-Za-z0-9_-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(response.body).not.toContain(String(response.headers['set-cookie']).slice(8, 51));
  });

  test('with https gives the cookie its prefix and Secure', async () => {
    const secure = await startPlatform({}, { PUBLIC_URL: 'https://mua.example' });
    const response = await new Browser(secure).signIn('an@mua.demo');
    expect(response.headers['set-cookie']).toMatch(/^__Host-mua_jar=.+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(response.headers['strict-transport-security']).toContain('max-age=31536000');
    await secure.close();
  });

  test('stores neither password nor cookie', async () => {
    const browser = await signedIn(platform, 'an@mua.demo');
    const secret = browser.cookie?.slice('mua_jar='.length) ?? '';
    const { rows } = await platform.database.pool.query<{ text: string }>(
      'select j::text as text from jar j union all select a::text from jar_account a union all select c::text from credential c',
    );
    const text = rows.map((row) => row.text).join('\n');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('Mua@2026');
    expect(text).toContain('$argon2id$');
  });

  test('answers a wrong password and an unknown name alike', async () => {
    const wrong = await new Browser(platform).signIn('chi@mua.demo', 'Wrong@2026');
    const unknown = await new Browser(platform).signIn('nobody@mua.demo', 'Wrong@2026');
    expect(wrong.json()).toMatchObject({ code: 'LoginWrongInfo', facts: { left: 4 } });
    expect(wrong.statusCode).toBe(401);
    expect(bytesOf(wrong)).toBe(bytesOf(unknown));
  });

  test('reports a suspension, but only after the right password', async () => {
    expect((await new Browser(platform).signIn('em@mua.demo', 'Wrong@2026')).json().code).toBe('LoginWrongInfo');
    const response = await new Browser(platform).signIn('em@mua.demo');
    expect([response.statusCode, response.json().code]).toEqual([403, 'LoginAccountIsSupended']);
  });

  test.each(['\u0000', "' or 1=1 --", '\ud800', '%', '108C000001-01'])('finds nobody named %j', async (username) => {
    expect((await new Browser(platform).signIn(username)).json().code).toBe('LoginWrongInfo');
  });
});

describe('failures', () => {
  test('lock sign-in for a while, longer each time, and sign nobody out', async () => {
    const inside = await signedIn(platform, 'dung@mua.demo');
    const attacker = new Browser(platform);
    const tries = [];
    for (let count = 0; count < 5; count += 1) tries.push((await attacker.signIn('0901000004', 'Wrong@2026')).json());
    expect(tries.map(({ code, facts }) => [code, facts.left ?? facts.minutes])).toEqual([
      ['LoginWrongInfo', 4],
      ['LoginWrongInfo', 3],
      ['LoginWrongInfo', 2],
      ['LoginWrongInfo', 1],
      ['LoginLocked', 1],
    ]);
    const barred = await attacker.signIn('dung@mua.demo');
    expect([barred.statusCode, barred.json().code]).toEqual([429, 'LoginLocked']);
    expect((await inside.get('/api/investor/me')).statusCode).toBe(200);

    platform.clock.advanceBy(61_000);
    expect((await attacker.signIn('dung@mua.demo', 'Wrong@2026')).json()).toMatchObject({
      code: 'LoginLocked',
      facts: { minutes: 2 },
    });
    platform.clock.advanceBy(121_000);
    expect((await attacker.signIn('dung@mua.demo')).statusCode).toBe(200);
    expect((await attacker.signIn('dung@mua.demo', 'Wrong@2026')).json().facts.left).toBe(4);
  });

  test('are counted one by one, however many come at once', async () => {
    const guesses = Array.from({ length: 30 }, () => new Browser(platform).signIn('binh@mua.demo', 'Wrong@2026'));
    const codes = (await Promise.all(guesses)).map((response) => response.json().code);
    expect(codes.filter((code) => code === 'LoginWrongInfo')).toHaveLength(4);
    expect(codes.filter((code) => code === 'LoginLocked')).toHaveLength(26);
    platform.clock.advanceBy(3600_000);
  });

  test('of one address are counted together', async () => {
    const attempts = { perSubject: 5, subjectWindowMs: 900_000, perAddress: 3, addressWindowMs: 3600_000 };
    const strict = await startPlatform({ limits: { signInAttempts: attempts } });
    for (const name of ['a', 'b', 'c']) await new Browser(strict).signIn(name, 'Wrong@2026');
    expect((await new Browser(strict).signIn('an@mua.demo')).json().code).toBe('LoginLocked');
    strict.clock.advanceBy(3600_001);
    expect((await new Browser(strict).signIn('an@mua.demo')).statusCode).toBe(200);

    // An IPv6 address counts for its whole network.
    const from = (remoteAddress: string, username: string, password = 'Mua@2026') => {
      const payload = { username, password };
      return new Browser(strict).send({ method: 'POST', url: '/api/investor/login', payload, remoteAddress });
    };
    for (const host of [1, 2, 3]) await from(`2001:db8:1:2::${host}`, `${host}`, 'Wrong@2026');
    expect((await from('2001:db8:1:2:a:b:c:d', 'an@mua.demo')).json().code).toBe('LoginLocked');
    expect((await from('2001:db8:1:3::1', 'an@mua.demo')).statusCode).toBe(200);
    await strict.close();
  });
});

describe('the browser session', () => {
  test('adding an account makes it active and gives the browser session a new id; the old id is dead', async () => {
    const browser = await signedIn(platform, 'an@mua.demo');
    const [oldCookie, anSlot] = [browser.cookie, browser.slot];
    const added = (await browser.signIn('binh@mua.demo')).json();
    expect(added.activeUserId).toBe('108C000002');
    expect(added.accounts.map((account: { user: { userId: string } }) => account.user.userId)).toEqual([
      '108C000001',
      '108C000002',
    ]);
    expect(browser.cookie).not.toBe(oldCookie);
    const old = await browser.send({
      method: 'GET',
      url: '/api/investor/me',
      headers: { cookie: oldCookie ?? '', 'x-account-slot': anSlot ?? '' },
    });
    expect([old.statusCode, old.json().code]).toEqual([401, 'Unauthorized']);
    browser.slot = anSlot;
    expect((await browser.get('/api/investor/me')).json().userId).toBe('108C000001');
  });

  test('signing in again renews the slot: the old handle is void', async () => {
    const browser = await signedIn(platform, 'an@mua.demo');
    const old = browser.slot;
    await browser.signIn('an@mua.demo');
    expect(browser.slot).not.toBe(old);
    browser.slot = old;
    expect((await browser.get('/api/investor/me')).statusCode).toBe(401);
  });

  test('is useless to somebody who planted its cookie', async () => {
    const attacker = await signedIn(platform, 'chi@mua.demo');
    const victim = new Browser(platform);
    victim.cookie = attacker.cookie;
    await victim.signIn('an@mua.demo');
    expect((await attacker.get('/api/investor/session')).json().isAuth).toBe(false);
  });

  test('with several accounts must be told who acts', async () => {
    const browser = await signedIn(platform, 'an@mua.demo');
    browser.slot = undefined;
    expect((await browser.get('/api/investor/me')).statusCode).toBe(200);
    await browser.signIn('binh@mua.demo');
    browser.slot = undefined;
    const response = await browser.get('/api/investor/me');
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'BadRequest', facts: { field: 'x-account-slot' } },
    ]);
  });

  test('is restored by the cookie alone, and ends after seven days', async () => {
    const own = await startPlatform();
    const browser = await signedIn(own, 'an@mua.demo');
    const restored = (await browser.get('/api/investor/session')).json();
    expect([restored.isAuth, restored.accessToken.value]).toEqual([true, browser.slot]);
    own.clock.advanceBy(7 * 24 * 3600_000);
    expect((await browser.get('/api/investor/session')).json()).toEqual({
      isAuth: false,
      accessToken: null,
      accounts: [],
      activeUserId: null,
    });
    expect((await browser.get('/api/investor/me')).statusCode).toBe(401);
    await own.close();
  });

  test('keeps the other account when one logs out; the last one removes the cookie', async () => {
    const browser = await signedIn(platform, 'an@mua.demo');
    await browser.signIn('binh@mua.demo');
    const left = (await browser.post('/api/investor/logout', {})).json();
    expect([left.activeUserId, left.accounts.length]).toEqual(['108C000001', 1]);
    expect((await browser.get('/api/investor/me')).statusCode).toBe(401);
    browser.slot = left.accessToken.value;
    const last = await browser.post('/api/investor/logout', {});
    expect(last.json().isAuth).toBe(false);
    expect(last.headers['set-cookie']).toMatch(/^mua_jar=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test('is emptied by logging all out; without a browser session that works too', async () => {
    const browser = await signedIn(platform, 'an@mua.demo');
    await browser.signIn('binh@mua.demo');
    const cookie = browser.cookie;
    expect((await browser.post('/api/investor/logout-all', {})).json().isAuth).toBe(false);
    browser.cookie = cookie;
    expect((await browser.get('/api/investor/session')).json().isAuth).toBe(false);
    expect((await new Browser(platform).post('/api/investor/logout-all', {})).statusCode).toBe(200);
  });

  test('replaces the account that signed in longest ago when an eleventh is added', async () => {
    const { addInvestor } = await import('#identity/accounts/investors.ts');
    const { hashPassword } = await import('#identity/security/passwords.ts');
    const passwordHash = await hashPassword('Mua@2026');
    const browser = new Browser(platform);
    for (let index = 0; index < 11; index += 1) {
      const investorId = `108C0001${String(index).padStart(2, '0')}`;
      const phoneNumber = `09020000${String(index).padStart(2, '0')}`;
      const email = `${investorId}@mua.demo`;
      const person = { investorId, fullName: email, kind: 'individual', status: 'ACTIVE', phoneNumber, email } as const;
      await addInvestor(platform.database.pool, person, passwordHash);
      platform.clock.advanceBy(1);
      await browser.signIn(investorId);
    }
    const { accounts } = (await browser.get('/api/investor/session')).json();
    const ids = accounts.map((account: { user: { userId: string } }) => account.user.userId);
    expect(ids).toHaveLength(10);
    expect(ids).not.toContain('108C000100');
    expect(ids).toContain('108C000110');
  });
});

describe("somebody else's sub-account", () => {
  const routes = [
    (id: string) => ({ method: 'GET', url: `/api/investor/accounts/${id}` }) as const,
    (id: string) => ({ method: 'GET', url: `/api/investor/margin-status/${id}` }) as const,
    (id: string) => ({ method: 'GET', url: `/api/order/${id}/query` }) as const,
    (id: string) => ({ method: 'GET', url: `/api/order/${id}/query?cursor=broken` }) as const,
    (id: string) => ({ method: 'POST', url: `/api/order/${id}/place`, payload: { not: 'an order' } }) as const,
    (id: string) => ({ method: 'POST', url: `/api/order/${id}/cancel`, payload: {} }) as const,
    (id: string) => ({ method: 'DELETE', url: `/api/market/${id}/wishlist/contracts/ZCEZ26` }) as const,
    (id: string) => ({ method: 'POST', url: `/api/order/force-sell/accounts/${id}/by-contract`, payload: {} }) as const,
  ];

  test.each(routes)('gets exactly the answer of one that does not exist (%#)', async (route) => {
    const browser = await signedIn(platform, 'an@mua.demo');
    const foreign = await browser.send(route(BINH_1));
    expect(foreign.statusCode).toBe(404);
    for (const id of ['108C000002-09', 'x', '%00', 'a%20b%2Fc']) {
      expect(bytesOf(await browser.send(route(id)))).toBe(bytesOf(foreign));
    }
  });

  test('in the same browser session is a mismatch', async () => {
    const browser = await signedIn(platform, 'binh@mua.demo');
    await browser.signIn('an@mua.demo');
    expect((await browser.get(`/api/investor/margin-status/${AN_2}`)).statusCode).toBe(200);
    const response = await browser.get(`/api/investor/margin-status/${BINH_1}`);
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'ACCOUNT_MISMATCH', facts: { account: BINH_1 } },
    ]);
  });

  test('requires a session first', async () => {
    for (const id of [AN_1, 'nothing']) {
      expect((await new Browser(platform).get(`/api/investor/margin-status/${id}`)).statusCode).toBe(401);
    }
  });
});
