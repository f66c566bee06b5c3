/** A program of somebody else's: asked, granted, used within its bounds, taken back (RFC 6749, 7636, 9700). */
import { randomBytes, randomUUID } from 'node:crypto';
import type { AuditLine } from '@mua/contract/http/audit';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { createGrants } from '../../src/oauth/grants.ts';
import { createOAuthClients } from '../../src/oauth/oauth-clients.ts';
import { openTokenEndpoint } from '../../src/oauth/token-endpoint.ts';
import { stepUp } from '../fixtures/codes.ts';
import { FeedClient } from '../fixtures/feed-client.ts';
import { during } from '../fixtures/held-rows.ts';
import { challengeOf } from '../fixtures/pkce.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  Browser,
  CODE,
  NANO,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '../fixtures/platform.ts';

const RETURN_TO = 'https://bot.example/back';
const BY = { operatorId: 'lan', reason: 'a partner' };

let platform: Platform;
let address: string;
let an: Browser;
let clientId: string;
const verifier = randomBytes(32).toString('base64url');
const challenge = challengeOf(verifier);

beforeAll(async () => {
  platform = await startPlatform();
  address = await platform.listen();
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());
/** A test may have moved the clock past what was proved. */
beforeEach(async () => {
  await stepUp(an);
  clientId = await register(['market', 'account', 'trade']);
});

function asOperator(url: string, payload: object): Promise<LightMyRequestResponse> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  return new Browser(platform).send({ method: 'POST', url: `/api/operator${url}`, payload, headers });
}

async function register(scopes: readonly string[], redirectUris = [RETURN_TO]): Promise<string> {
  const made = await asOperator('/oauth-clients', { name: 'Bot', redirectUris, scopes, ...BY });
  expect(made.statusCode).toBe(201);
  return made.json().clientId;
}

const query = (more: object = {}) => ({
  client_id: clientId,
  redirect_uri: RETURN_TO,
  response_type: 'code',
  state: 'of the bot',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...more,
});

const BOUNDS = { accountIds: [AN_1], maxLotsPerDay: null, contractCodes: null, days: 30 };

function allow(more: object = {}, request: object = {}, browser = an): Promise<LightMyRequestResponse> {
  return browser.post('/api/iam/oauth/authorize', { request: query(request), ...BOUNDS, ...more });
}

async function codeOf(reply: LightMyRequestResponse): Promise<string> {
  expect(reply.json()).toHaveProperty('redirectTo');
  return new URL(reply.json().redirectTo).searchParams.get('code') ?? '';
}

/** As a program does it: a form, no cookie, no header of ours. */
function form(path: string, fields: Record<string, string>): Promise<LightMyRequestResponse> {
  return platform.app.inject({
    method: 'POST',
    url: `/api/iam/oauth${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://bot.example' },
    payload: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
  });
}

const exchange = (code: string, more: Record<string, string> = {}) =>
  form('/token', {
    ...{ grant_type: 'authorization_code', code, redirect_uri: RETURN_TO, code_verifier: verifier },
    ...more,
  });

const tokensFor = async (more: object = {}, request: object = {}) => tokensOf(await allow(more, request));

async function tokensOf(allowed: LightMyRequestResponse): Promise<{ access: string; refresh: string }> {
  const reply = await exchange(await codeOf(allowed));
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  return { access: reply.json().access_token, refresh: reply.json().refresh_token };
}

async function boundedTokens(): Promise<{ access: string; grantId: string }> {
  const { access } = await tokensFor({ maxLotsPerDay: 2 });
  return { access, grantId: (await an.get('/api/iam/oauth/grants')).json().items[0].grantId };
}

async function feedOf(access: string): Promise<FeedClient> {
  const { ticket } = (await program(access).post('/api/session/socket-ticket', {})).json();
  const feed = new FeedClient(address, '/investor/v1.0', { ticket });
  await feed.next('connect');
  return feed;
}

function program(access: string) {
  const headers = { authorization: `Bearer ${access}` };
  return {
    get: (url: string) => platform.app.inject({ url, headers }),
    post: (url: string, payload: object) => platform.app.inject({ method: 'POST', url, payload, headers }),
  };
}

const order = (quantity: number, contractCode = CODE) => ({
  ...{ clientOrderId: randomUUID(), contractCode, side: 'BUY', orderType: 'LIMIT', duration: 'DAY' },
  ...{ quantity, limitPrice: '450.00' },
});

const place = (access: string, body: object, account = AN_1) =>
  program(access).post(`/api/order/${account}/place`, body);

describe('a request', () => {
  test('says who asks for what, and where a refusal leads', async () => {
    const shown = await an.get(`/api/iam/oauth/authorize?${new URLSearchParams(query({ scope: 'trade account' }))}`);
    expect(shown.json()).toMatchObject({
      client: { clientId, name: 'Bot' },
      redirectHost: 'bot.example',
      scopes: ['account', 'trade'],
    });
    const denied = new URL(shown.json().denyTo);
    expect(denied.origin + denied.pathname).toBe(RETURN_TO);
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: 'access_denied', state: 'of the bot' });
    expect(denied.searchParams.get('iss')).toBeTruthy();
  });

  test.each([
    ['an unknown program', { client_id: 'nobody' }, 'OAuthClientUnknown'],
    ['an address that was not registered', { redirect_uri: 'https://evil.example/back' }, 'OAuthClientUnknown'],
    ['an address with something behind it', { redirect_uri: `${RETURN_TO}/more` }, 'OAuthClientUnknown'],
    ['an address with a query', { redirect_uri: `${RETURN_TO}?a=1` }, 'OAuthClientUnknown'],
    ['an address in capitals', { redirect_uri: RETURN_TO.toUpperCase() }, 'OAuthClientUnknown'],
    ['a token at once', { response_type: 'token' }, 'OAuthRequestInvalid'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'OAuthRequestInvalid'],
    ['a challenge that is no hash', { code_challenge: 'short' }, 'OAuthRequestInvalid'],
    ['no challenge', { code_challenge: '' }, 'OAuthRequestInvalid'],
    ['a scope that we have not', { scope: 'withdraw' }, 'OAuthRequestInvalid'],
  ])('with %s is refused to its face and redirects nowhere', async (_what, wrong, code) => {
    const asked = await an.get(`/api/iam/oauth/authorize?${new URLSearchParams(query(wrong))}`);
    const granted = await allow({}, wrong);
    for (const reply of [asked, granted]) {
      expect(reply.json().code).toBe(code);
      expect(reply.headers.location).toBeUndefined();
      expect(reply.body).not.toContain('redirectTo');
    }
  });

  test.each([
    'http://bot.example/back',
    'https://bot.example/back#',
    'https://bank.example@bot.example/back',
    'https://localhost/back',
    'https://bot.example/a b',
    'https://bot.example\\@evil.example/',
    'javascript:alert(1)',
  ])('is never sent back to %s, which no program is registered with', async (address) => {
    const made = await asOperator('/oauth-clients', {
      name: 'Bot',
      redirectUris: [address],
      scopes: ['market'],
      ...BY,
    });
    expect(made.json().facts).toEqual({ field: 'redirectUris.0' });
  });

  test.each(['http://127.0.0.1:8123/back', 'http://localhost/', 'http://[::1]:9/', 'https://bot.example?a=1'])(
    'may come from %s',
    async (address) => {
      clientId = await register(['market', 'account', 'trade'], [address]);
      const granted = await allow({}, { redirect_uri: address });
      expect(granted.json().redirectTo).toContain(new URL(address).origin);
    },
  );

  test('with the longest state that there may be brings it back to the letter', async () => {
    const state = '<&=%+ #'.repeat(71);
    const granted = await allow({}, { state });
    expect(new URL(granted.json().redirectTo).searchParams.get('state')).toBe(state);
    expect((await allow({}, { state: '—' })).json().facts).toEqual({ field: 'request.state' });
  });

  test('is answered in the name of where we listen', async () => {
    const granted = await allow();
    expect(new URL(granted.json().redirectTo).searchParams.get('iss')).toBe(new URL(address).origin);
  });

  test('for more lots than there are numbers is malformed', async () => {
    expect((await allow({ maxLotsPerDay: 2 ** 40 })).json().facts).toEqual({ field: 'maxLotsPerDay' });
    expect((await allow({ maxLotsPerDay: 999_999_999 })).statusCode).toBe(201);
  });

  test('for a scope that the program was not registered for is refused', async () => {
    clientId = await register(['market']);
    expect((await allow({}, { scope: 'trade' })).json()).toMatchObject({
      code: 'OAuthRequestInvalid',
      facts: { parameter: 'scope' },
    });
  });

  test('grants own sub-accounts only; another’s and none look the same', async () => {
    const foreign = await allow({ accountIds: [BINH_1] });
    const none = await allow({ accountIds: ['108C999999-01'] });
    expect([foreign.statusCode, none.statusCode]).toEqual([404, 404]);
    expect(foreign.json().code).toBe(none.json().code);
    expect((await allow({ accountIds: [] })).json().facts).toEqual({ field: 'accountIds' });
    expect((await allow({ contractCodes: ['NOPE26'] })).json().code).toBe('ContractNotFound');
  });
});

describe('a code', () => {
  test('is exchanged once, by whom it was made for, with the verifier', async () => {
    const code = await codeOf(await allow());
    for (const wrong of [
      { code_verifier: randomBytes(32).toString('base64url') },
      { redirect_uri: 'https://evil.example/back' },
      { client_id: await register(['trade']) },
    ]) {
      const reply = await exchange(code, wrong);
      expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_grant']);
    }
    expect((await form('/token', { grant_type: 'authorization_code', code, redirect_uri: RETURN_TO })).statusCode).toBe(
      400,
    );
    expect((await exchange(code)).statusCode).toBe(200);
  });

  test('of fifty who use it at once one gets tokens, and those are void', async () => {
    const code = await codeOf(await allow());
    const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(code)));
    const winners = replies.filter(({ statusCode }) => statusCode === 200);
    expect(winners).toHaveLength(1);
    for (const winner of winners) {
      expect((await program(winner.json().access_token).get('/api/investor/accounts')).statusCode).toBe(401);
    }
  });

  test('used again ends what it was exchanged for', async () => {
    const code = await codeOf(await allow());
    const first = (await exchange(code)).json().access_token;
    expect((await program(first).get('/api/investor/accounts')).statusCode).toBe(200);
    await exchange(code);
    expect((await program(first).get('/api/investor/accounts')).statusCode).toBe(401);
  });

  test('and tokens lie in the database under hashes only', async () => {
    const code = await codeOf(await allow());
    const { access_token, refresh_token } = (await exchange(code)).json();
    const rows = await platform.database.pool.query('select * from oauth_artifact');
    const text = JSON.stringify(rows.rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [code, access_token, refresh_token]) expect(text).not.toContain(secret);
  });
});

describe('the token endpoint', () => {
  const raw = (payload: string, headers: Record<string, string> = {}) =>
    platform.app.inject({
      ...{ method: 'POST', url: '/api/iam/oauth/token', payload },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test.each([
    ['JSON', '{"grant_type":"refresh_token"}', { 'content-type': 'application/json' }],
    ['half of JSON', '{', { 'content-type': 'application/json' }],
    ['text', 'a=b', { 'content-type': 'text/plain' }],
    ['too much', `a=${'x'.repeat(200_000)}`, {}],
    ['no form', '%zz&&&=', {}],
    ['a program that is none', 'grant_type=refresh_token&refresh_token=%00&client_id=%00', {}],
    ['a password', 'grant_type=password&username=an@mua.demo&password=x', {}],
  ])('answers %s as malformed, as JSON, with the headers of every answer', async (_what, payload, headers) => {
    const reply = await raw(payload, headers);
    expect([400, 401]).toContain(reply.statusCode);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.headers).toMatchObject({ ...securityHeaders(undefined), 'cache-control': 'no-store' });
    expect(reply.body).not.toMatch(/\bat \/|node_modules/);
  });

  test('binds no token to a key that nobody asks for later', async () => {
    const code = await codeOf(await allow());
    const payload = { grant_type: 'authorization_code', code, redirect_uri: RETURN_TO, code_verifier: verifier };
    const form = new URLSearchParams({ client_id: clientId, ...payload }).toString();
    expect((await raw(form, { dpop: 'nonsense' })).json().token_type).toBe('Bearer');
  });

  test('keeps nothing that is too old to be shown', async () => {
    await tokensFor();
    const { pool } = platform.database;
    const old = async () => (await pool.query('select from oauth_artifact where expires_ms < 1000')).rowCount;
    await pool.query('update oauth_artifact set expires_ms = 1');
    expect(await old()).toBeGreaterThan(0);
    platform.clock.advanceBy(3_600_000);
    await expect.poll(old).toBe(0);
  });
});

describe('a token', () => {
  test('reads the granted sub-account and no other; another is a 404 to the byte', async () => {
    const { access } = await tokensFor();
    const listed = await program(access).get('/api/investor/accounts');
    expect(listed.json().items.map(({ accountId }: { accountId: string }) => accountId)).toEqual([AN_1]);
    const bodies = [];
    for (const account of [AN_2, BINH_1, '108C999999-01']) {
      const reply = await program(access).get(`/api/order/${account}/query`);
      expect(reply.statusCode).toBe(404);
      bodies.push({ ...reply.json(), requestId: '' });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test('does nothing that it was not granted', async () => {
    const { access } = await tokensFor({}, { scope: 'account' });
    expect((await place(access, order(1))).json().code).toBe('Forbidden');
    for (const url of ['/api/investor/me', '/api/iam/oauth/grants', '/api/investor/session']) {
      expect((await program(access).get(url)).body).not.toContain('an@mua.demo');
    }
    expect((await program(access).get('/api/iam/oauth/grants')).statusCode).toBe(403);
    expect((await program(access).get('/api/market/contracts')).json().code).toBe('Forbidden');
  });

  test('is no cookie, and a cookie beside it does not help it', async () => {
    const { access } = await tokensFor({}, { scope: 'account' });
    const headers = { authorization: `Bearer ${access}`, cookie: an.cookie ?? '', 'x-csrf': '1' };
    const reply = await platform.app.inject({
      method: 'POST',
      url: `/api/order/${AN_2}/place`,
      payload: order(1),
      headers,
    });
    expect(reply.json().code).toBe('Forbidden');
    const asCookie = { cookie: `mua_jar=${access}`, 'x-account-slot': access };
    expect((await platform.app.inject({ url: '/api/investor/me', headers: asCookie })).statusCode).toBe(401);
  });

  test('that is none is a 401, also where everybody may read', async () => {
    expect((await program('nonsense').get('/api/investor/accounts')).statusCode).toBe(401);
    expect((await program('nonsense').get('/api/market/contracts')).statusCode).toBe(401);
  });

  test('is renewed once for each refresh token; one used twice ends the grant', async () => {
    const { refresh } = await tokensFor();
    const renew = (refresh_token: string) => form('/token', { grant_type: 'refresh_token', refresh_token });
    const renewed = await renew(refresh);
    expect(renewed.statusCode).toBe(200);
    const { access_token, refresh_token } = renewed.json();
    expect((await program(access_token).get('/api/investor/accounts')).statusCode).toBe(200);
    expect((await renew(refresh)).json().error).toBe('invalid_grant');
    expect((await renew(refresh_token)).json().error).toBe('invalid_grant');
    expect((await program(access_token).get('/api/investor/accounts')).statusCode).toBe(401);
  });

  test('is given back by its program', async () => {
    const { access } = await tokensFor();
    expect((await form('/revoke', { token: access })).statusCode).toBe(200);
    expect((await program(access).get('/api/investor/accounts')).statusCode).toBe(401);
  });
});

describe('the audit log', () => {
  const lines = async (): Promise<AuditLine[]> =>
    (
      await platform.app.inject({
        url: '/api/operator/audit?limit=20',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      })
    ).json().items;

  test('says who drew which token for whom, from where, with what outcome', async () => {
    const before = (await lines())[0]?.auditId ?? 0;
    const code = await codeOf(await allow());
    const { refresh_token: refresh, access_token: access } = (await exchange(code)).json();
    await program(access).get('/api/investor/accounts');
    await form('/token', { grant_type: 'refresh_token', refresh_token: refresh });
    await form('/token', { grant_type: 'refresh_token', refresh_token: 'of nobody' });
    await form('/revoke', { token: access });
    const rows = (await lines()).filter(({ auditId, route }) => auditId > before && route.endsWith('Token')).reverse();
    const ofAn = { actorKind: 'program', actorId: '108C000001', clientId, address: '127.0.0.1', accountId: null };
    expect(rows).toMatchObject([
      { ...ofAn, route: 'drawToken', status: 200, code: null },
      { ...ofAn, route: 'drawToken', status: 200, code: null },
      { actorKind: 'nobody', actorId: null, clientId, route: 'drawToken', status: 400, code: 'invalid_grant' },
      { ...ofAn, route: 'revokeToken', status: 200, code: null },
    ]);
    expect(new Set(rows.flatMap(({ jarId }) => jarId ?? [])).size).toBe(1);
    const shown = JSON.stringify(await lines());
    for (const secret of [code, access, refresh]) expect(shown).not.toContain(secret);
  });

  test('names the program that placed an order, and stays a chain', async () => {
    await place((await tokensFor()).access, order(1));
    expect((await lines())[0]).toMatchObject({ actorKind: 'program', route: 'placeOrder', clientId });
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const walked = await platform.app.inject({ url: '/api/operator/audit/verification', headers });
    expect(walked.json().firstBroken).toBeNull();
  });
});

test('what could not be loaded once is loaded the next time', async () => {
  const { pool } = platform.database;
  const issuer = vi.fn(() => 'http://localhost');
  issuer.mockImplementationOnce(() => {
    throw new Error('not yet');
  });
  const nothing = { admit: () => {}, note: async () => {}, onError: () => {} };
  const [clients, grants] = [createOAuthClients(pool), createGrants(pool, platform.clock)];
  const tokens = openTokenEndpoint(Fastify(), { pool, clients, grants, issuer, ...nothing });
  await expect(tokens.grantOf('a token')).rejects.toThrow('not yet');
  expect(await tokens.grantOf('a token')).toBeUndefined();
});

describe('bounds', () => {
  test('lots of a trade date are counted, refused ones and repetitions are not', async () => {
    const { access } = await tokensFor({ maxLotsPerDay: 3 });
    const first = order(2);
    expect((await place(access, first)).statusCode).toBe(201);
    expect((await place(access, first)).statusCode).toBe(200);
    expect((await place(access, { ...order(1), limitPrice: '450.01' })).json().code).toBe('WrongTick');
    expect((await place(access, order(2))).json()).toMatchObject({
      code: 'GrantLotsExceeded',
      facts: { max: 3, lots: 2 },
    });
    expect((await place(access, order(1))).statusCode).toBe(201);
    const grown = await program(access).post(`/api/order/${AN_1}/modify`, {
      clientOrderId: first.clientOrderId,
      quantity: 3,
    });
    expect(grown.json().code).toBe('GrantLotsExceeded');
  });

  test('an order that is sent many times at once is one order, and counts once', async () => {
    const { access } = await tokensFor({ maxLotsPerDay: 3 });
    const body = order(2);
    const replies = await Promise.all(Array.from({ length: 5 }, () => place(access, body)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 201]);
    expect((await place(access, order(1))).statusCode).toBe(201);
    expect((await place(access, order(1))).json().code).toBe('GrantLotsExceeded');
  });

  test('of twenty orders at once as many go as there are lots', async () => {
    const { access } = await tokensFor({ maxLotsPerDay: 5 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(access, order(1))));
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
  });

  test('another contract is refused', async () => {
    const { access } = await tokensFor({ contractCodes: [CODE] });
    expect((await place(access, order(1, NANO))).json()).toMatchObject({
      code: 'GrantContractNotAllowed',
      facts: { contract: NANO },
    });
  });

  test('after its days a grant is over', async () => {
    const { access } = await tokensFor({ days: 1 });
    const fresh = await signedIn(platform, 'an@mua.demo');
    const listed = async () => (await fresh.get('/api/iam/oauth/grants')).json().items.length;
    const before = await listed();
    platform.clock.advanceBy(24 * 3600_000 + 1);
    expect((await program(access).get('/api/investor/accounts')).statusCode).toBe(401);
    expect(await listed()).toBeLessThan(before);
  });
});

describe('an investor', () => {
  test('sees what was granted, to whom, and takes it back at once', async () => {
    const { access } = await tokensFor({ maxLotsPerDay: 2, contractCodes: [CODE] });
    const [grant] = (await an.get('/api/iam/oauth/grants')).json().items;
    expect(grant).toMatchObject({
      client: { clientId, name: 'Bot' },
      ...{ scopes: ['market', 'account', 'trade'], accountIds: [AN_1], maxLotsPerDay: 2, contractCodes: [CODE] },
    });
    const binh = await signedIn(platform, 'binh@mua.demo');
    const revoke = (browser: Browser) =>
      browser.send({ method: 'DELETE', url: `/api/iam/oauth/grants/${grant.grantId}` });
    expect((await revoke(binh)).statusCode).toBe(404);
    expect((await program(access).get('/api/investor/accounts')).statusCode).toBe(200);
    expect((await revoke(an)).statusCode).toBe(200);
    expect((await program(access).get('/api/investor/accounts')).statusCode).toBe(401);
    expect((await revoke(an)).statusCode).toBe(404);
  });

  test('loses a program with all its grants when operators remove it', async () => {
    const { access } = await tokensFor();
    expect((await asOperator('/oauth-clients/remove', { clientId, ...BY })).statusCode).toBe(200);
    expect((await program(access).get('/api/investor/accounts')).statusCode).toBe(401);
    expect((await asOperator('/oauth-clients/remove', { clientId, ...BY })).json().code).toBe('OAuthClientUnknown');
  });
});

describe('a program whose grant ends under it', () => {
  const about = (verb: string) => asOperator(`/investors/${verb}`, { investorId: '108C000002', ...BY });

  test('orders no more from the moment its investor is suspended, and goes on when they are back', async () => {
    const binh = await signedIn(platform, 'binh@mua.demo');
    await stepUp(binh);
    const { access } = await tokensOf(await allow({ accountIds: [BINH_1] }, {}, binh));
    const feed = await feedOf(access);
    expect((await place(access, order(1), BINH_1)).statusCode).toBe(201);
    await about('suspend');
    expect((await place(access, order(1), BINH_1)).json().code).toBe('LoginAccountIsSupended');
    expect(await feed.next('unauthorized')).toMatchObject({ userId: '108C000002' });
    await about('resume');
    expect((await place(access, order(1), BINH_1)).statusCode).toBe(201);
  });

  test('orders no more while its lots are counted', async () => {
    const { access, grantId } = await boundedTokens();
    const { pool } = platform.database;
    const placed = await during(
      pool,
      `insert into oauth_lots values ('${grantId}', '2026-11-20', 0)`,
      () => place(access, order(1)),
      () => an.send({ method: 'DELETE', url: `/api/iam/oauth/grants/${grantId}` }),
    );
    expect(placed.statusCode).toBe(401);
    const { rows } = await pool.query('select lots from oauth_lots where grant_id = $1', [grantId]);
    expect(rows).toEqual([{ lots: 0 }]);
  });
});
