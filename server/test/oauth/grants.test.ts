/** Checks what a granted program may do with its token, within which bounds, and how it ends (RFC 6749, 9700). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stepUp } from '#test/fixtures/codes.ts';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { during } from '#test/fixtures/held-rows.ts';
import { BY, OAuthHarness, order } from '#test/fixtures/oauth-harness.ts';
import { AN_1, AN_2, BINH_1, type Browser, CODE, NANO, signedIn } from '#test/fixtures/platform.ts';

let harness: OAuthHarness;

beforeAll(async () => {
  harness = await OAuthHarness.open();
});
afterAll(() => harness.close());
beforeEach(() => harness.beginTest());

describe('a token', () => {
  test('reads the granted sub-account and no other; another gets exactly the answer of a missing one', async () => {
    const { access } = await harness.tokensFor();
    const listed = await harness.program(access).get('/api/investor/accounts');
    expect(listed.json().items.map(({ accountId }: { accountId: string }) => accountId)).toEqual([AN_1]);
    const bodies = [];
    for (const account of [AN_2, BINH_1, '108C999999-01']) {
      const reply = await harness.program(access).get(`/api/order/${account}/query`);
      expect(reply.statusCode).toBe(404);
      bodies.push({ ...reply.json(), requestId: '' });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test('allows nothing that was not granted', async () => {
    const { access } = await harness.tokensFor({ request: { scope: 'account' } });
    expect((await harness.place(access, order(1))).json().code).toBe('Forbidden');
    for (const url of ['/api/investor/me', '/api/iam/oauth/grants', '/api/investor/session']) {
      expect((await harness.program(access).get(url)).body).not.toContain('an@mua.demo');
    }
    expect((await harness.program(access).get('/api/iam/oauth/grants')).statusCode).toBe(403);
    expect((await harness.program(access).get('/api/market/contracts')).json().code).toBe('Forbidden');
  });

  test('is not a cookie, and a cookie sent with it does not help', async () => {
    const { access } = await harness.tokensFor({ request: { scope: 'account' } });
    const headers = { authorization: `Bearer ${access}`, cookie: harness.an.cookie ?? '', 'x-csrf': '1' };
    const reply = await harness.platform.app.inject({
      method: 'POST',
      url: `/api/order/${AN_2}/place`,
      payload: order(1),
      headers,
    });
    expect(reply.json().code).toBe('Forbidden');
    const asCookie = { cookie: `mua_jar=${access}`, 'x-account-slot': access };
    expect((await harness.platform.app.inject({ url: '/api/investor/me', headers: asCookie })).statusCode).toBe(401);
  });

  test('that is invalid is a 401, also on public routes', async () => {
    expect((await harness.program('nonsense').get('/api/investor/accounts')).statusCode).toBe(401);
    expect((await harness.program('nonsense').get('/api/market/contracts')).statusCode).toBe(401);
  });

  test('is renewed once for each refresh token; one used twice ends the grant', async () => {
    const { refresh } = await harness.tokensFor();
    const renewed = await harness.refresh(refresh);
    expect(renewed.statusCode).toBe(200);
    const { access_token, refresh_token } = renewed.json();
    expect((await harness.program(access_token).get('/api/investor/accounts')).statusCode).toBe(200);
    expect((await harness.refresh(refresh)).json().error).toBe('invalid_grant');
    expect((await harness.refresh(refresh_token)).json().error).toBe('invalid_grant');
    expect((await harness.program(access_token).get('/api/investor/accounts')).statusCode).toBe(401);
  });

  test('that was requested with fewer scopes has no more than those', async () => {
    const { refresh } = await harness.tokensFor();
    const renewed = (await harness.refresh(refresh, { scope: 'market' })).json();
    expect(renewed.scope).toBe('market');
    const program = harness.program(renewed.access_token);
    expect((await program.get('/api/market/contracts')).statusCode).toBe(200);
    // The second call is answered from the cache.
    for (const _time of [1, 2]) expect((await program.get('/api/investor/accounts')).statusCode).toBe(403);
  });

  test('can be returned by its program', async () => {
    const { access } = await harness.tokensFor();
    expect((await harness.form('/revoke', { token: access })).statusCode).toBe(200);
    expect((await harness.program(access).get('/api/investor/accounts')).statusCode).toBe(401);
    // The rest of the grant would be of no use, so nothing is left.
    expect(await harness.grants()).toEqual([]);
  });
});

describe('bounds', () => {
  test('count the lots of a trade date, without refused orders and repetitions', async () => {
    const { access } = await harness.tokensFor({ maxLotsPerDay: 3 });
    const first = order(2);
    expect((await harness.place(access, first)).statusCode).toBe(201);
    expect((await harness.place(access, first)).statusCode).toBe(200);
    expect((await harness.place(access, { ...order(1), limitPrice: '450.01' })).json().code).toBe('WrongTick');
    expect((await harness.place(access, order(2))).json()).toMatchObject({
      code: 'GrantLotsExceeded',
      facts: { max: 3, lots: 2 },
    });
    expect((await harness.place(access, order(1))).statusCode).toBe(201);
    const grown = await harness.program(access).post(`/api/order/${AN_1}/modify`, {
      clientOrderId: first.clientOrderId,
      quantity: 3,
    });
    expect(grown.json().code).toBe('GrantLotsExceeded');
  });

  test('count an order that is sent many times at once as one order', async () => {
    const { access } = await harness.tokensFor({ maxLotsPerDay: 3 });
    const body = order(2);
    const replies = await Promise.all(Array.from({ length: 5 }, () => harness.place(access, body)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 201]);
    expect((await harness.place(access, order(1))).statusCode).toBe(201);
    expect((await harness.place(access, order(1))).json().code).toBe('GrantLotsExceeded');
  });

  test('let as many of twenty concurrent orders pass as there are lots', async () => {
    const { access } = await harness.tokensFor({ maxLotsPerDay: 5 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => harness.place(access, order(1))));
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
  });

  test('refuse another contract', async () => {
    const { access } = await harness.tokensFor({ contractCodes: [CODE] });
    expect((await harness.place(access, order(1, NANO))).json()).toMatchObject({
      code: 'GrantContractNotAllowed',
      facts: { contract: NANO },
    });
  });

  test('count a roll as two orders, and want its far month as well', async () => {
    const roll = (contractCode: string) => ({
      ...order(2),
      side: 'SELL',
      isReduceOnly: true,
      duration: 'IOC',
      rollInto: { contractCode },
    });
    const narrow = await harness.tokensFor({ contractCodes: [CODE] });
    expect((await harness.place(narrow.access, roll(NANO))).json()).toMatchObject({
      code: 'GrantContractNotAllowed',
      facts: { contract: NANO },
    });
    const few = await harness.tokensFor({ maxLotsPerDay: 3 });
    expect((await harness.place(few.access, roll('ZCEH27'))).json().code).toBe('GrantLotsExceeded');
    // Nothing was made: all lots are there again.
    expect((await harness.place(few.access, order(3))).statusCode).toBe(201);
  });

  test('end a grant after its days', async () => {
    const { access } = await harness.tokensFor({ days: 1 });
    const fresh = await signedIn(harness.platform, 'an@mua.demo');
    const listed = async () => (await fresh.get('/api/iam/oauth/grants')).json().items.length;
    const before = await listed();
    harness.platform.clock.advanceBy(24 * 3600_000 + 1);
    expect((await harness.program(access).get('/api/investor/accounts')).statusCode).toBe(401);
    expect(await listed()).toBeLessThan(before);
  });
});

describe('an investor', () => {
  test('sees what was granted, to whom, and revokes it at once', async () => {
    const { access } = await harness.tokensFor({ maxLotsPerDay: 2, contractCodes: [CODE] });
    const grant = await harness.grant();
    expect(grant).toMatchObject({
      client: { clientId: harness.clientId, name: 'Bot' },
      ...{ scopes: ['market', 'account', 'trade'], accountIds: [AN_1], maxLotsPerDay: 2, contractCodes: [CODE] },
    });
    const binh = await signedIn(harness.platform, 'binh@mua.demo');
    const revoke = (browser: Browser) =>
      browser.send({ method: 'DELETE', url: `/api/iam/oauth/grants/${grant.grantId}` });
    expect((await revoke(binh)).statusCode).toBe(404);
    expect((await harness.program(access).get('/api/investor/accounts')).statusCode).toBe(200);
    expect((await revoke(harness.an)).statusCode).toBe(200);
    expect((await harness.program(access).get('/api/investor/accounts')).statusCode).toBe(401);
    expect((await revoke(harness.an)).statusCode).toBe(404);
  });

  test('loses a program with all its grants when operators remove it', async () => {
    const { access } = await harness.tokensFor();
    const remove = () => harness.asOperator('/oauth-clients/remove', { clientId: harness.clientId, ...BY });
    expect((await remove()).statusCode).toBe(200);
    expect((await harness.program(access).get('/api/investor/accounts')).statusCode).toBe(401);
    expect((await remove()).json().code).toBe('OAuthClientUnknown');
  });
});

async function feedOf(access: string): Promise<FeedClient> {
  const { ticket } = (await harness.program(access).post('/api/session/socket-ticket', {})).json();
  const feed = new FeedClient(harness.address, '/investor/v1.0', { ticket });
  await feed.next('connect');
  return feed;
}

describe('a program whose grant ends during a call', () => {
  const about = (verb: string) => harness.asOperator(`/investors/${verb}`, { investorId: '108C000002', ...BY });

  test('sends no more orders from the moment its investor is suspended, and continues when they are reinstated', async () => {
    const binh = await signedIn(harness.platform, 'binh@mua.demo');
    await stepUp(binh);
    const { access } = await harness.tokensFor({ accountIds: [BINH_1], browser: binh });
    const feed = await feedOf(access);
    expect((await harness.place(access, order(1), BINH_1)).statusCode).toBe(201);
    await about('suspend');
    expect((await harness.place(access, order(1), BINH_1)).json().code).toBe('LoginAccountIsSupended');
    expect(await feed.next('unauthorized')).toMatchObject({ userId: '108C000002' });
    await about('resume');
    expect((await harness.place(access, order(1), BINH_1)).statusCode).toBe(201);
  });

  test('sends no more orders while its lots are counted', async () => {
    const { access } = await harness.tokensFor({ maxLotsPerDay: 2 });
    const { grantId } = await harness.grant();
    const { pool } = harness.platform.database;
    const placed = await during(
      pool,
      `insert into oauth_lots values ('${grantId}', '2026-11-20', 0)`,
      () => harness.place(access, order(1)),
      () => harness.an.send({ method: 'DELETE', url: `/api/iam/oauth/grants/${grantId}` }),
    );
    expect(placed.statusCode).toBe(401);
    const { rows } = await pool.query('select lots from oauth_lots where grant_id = $1', [grantId]);
    expect(rows).toEqual([{ lots: 0 }]);
  });
});
