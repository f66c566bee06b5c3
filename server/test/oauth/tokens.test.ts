/** Checks codes and the token endpoint: used once, by the right client, and audited (RFC 6749, 7636, 9700). */
import { randomBytes } from 'node:crypto';
import type { AuditLine } from '@mua/contract/http/audit';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { securityHeaders } from '#http/security-headers.ts';
import { createGrants } from '#oauth/grants.ts';
import { createOAuthClients } from '#oauth/oauth-clients.ts';
import { openTokenEndpoint } from '#oauth/token-endpoint.ts';
import { OAuthHarness, order, RETURN_TO } from '#test/fixtures/oauth-harness.ts';
import { OPERATOR_TOKEN } from '#test/fixtures/platform.ts';

let harness: OAuthHarness;

beforeAll(async () => {
  harness = await OAuthHarness.open();
});
afterAll(() => harness.close());
beforeEach(() => harness.beginTest());

describe('a code', () => {
  test('is exchanged once, by the program it was issued to, with the verifier', async () => {
    const code = await harness.codeFor();
    for (const wrong of [
      { code_verifier: randomBytes(32).toString('base64url') },
      { redirect_uri: 'https://evil.example/back' },
      { client_id: await harness.register({ scopes: ['trade'] }) },
    ]) {
      const reply = await harness.exchange(code, wrong);
      expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_grant']);
    }
    expect(
      (await harness.form('/token', { grant_type: 'authorization_code', code, redirect_uri: RETURN_TO })).statusCode,
    ).toBe(400);
    expect((await harness.exchange(code)).statusCode).toBe(200);
  });

  test('used by fifty at once gives tokens to one, and those are void', async () => {
    const code = await harness.codeFor();
    const replies = await Promise.all(Array.from({ length: 50 }, () => harness.exchange(code)));
    const winners = replies.filter(({ statusCode }) => statusCode === 200);
    expect(winners).toHaveLength(1);
    for (const winner of winners) {
      const { access_token, refresh_token } = winner.json();
      expect((await harness.program(access_token).get('/api/investor/accounts')).statusCode).toBe(401);
      expect((await harness.refresh(refresh_token)).json().error).toBe('invalid_grant');
    }
  });

  test('is void with its grant when a few use a refresh token at once', async () => {
    const { refresh } = await harness.tokensFor();
    const replies = await Promise.all(Array.from({ length: 4 }, () => harness.refresh(refresh)));
    for (const won of replies.filter(({ statusCode }) => statusCode === 200)) {
      expect((await harness.refresh(won.json().refresh_token)).json().error).toBe('invalid_grant');
    }
    expect(await harness.grants()).toEqual([]);
  });

  test('used again ends what it was exchanged for', async () => {
    const code = await harness.codeFor();
    const first = (await harness.exchange(code)).json().access_token;
    expect((await harness.program(first).get('/api/investor/accounts')).statusCode).toBe(200);
    await harness.exchange(code);
    expect((await harness.program(first).get('/api/investor/accounts')).statusCode).toBe(401);
  });

  test('is stored, like tokens, only as a hash', async () => {
    const code = await harness.codeFor();
    const { access_token, refresh_token } = (await harness.exchange(code)).json();
    const rows = await harness.platform.database.pool.query('select * from oauth_artifact');
    const text = JSON.stringify(rows.rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [code, access_token, refresh_token]) expect(text).not.toContain(secret);
  });
});

describe('the token endpoint', () => {
  const raw = (payload: string, headers: Record<string, string> = {}) =>
    harness.platform.app.inject({
      ...{ method: 'POST', url: '/api/iam/oauth/token', payload },
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test.each([
    ['JSON', '{"grant_type":"refresh_token"}', { 'content-type': 'application/json' }],
    ['truncated JSON', '{', { 'content-type': 'application/json' }],
    ['text', 'a=b', { 'content-type': 'text/plain' }],
    ['an oversized form', `a=${'x'.repeat(200_000)}`, {}],
    ['an invalid form', '%zz&&&=', {}],
    ['an invalid program', 'grant_type=refresh_token&refresh_token=%00&client_id=%00', {}],
    ['a password', 'grant_type=password&username=an@mua.demo&password=x', {}],
  ])('answers %s as malformed, as JSON, with the usual headers', async (_what, payload, headers) => {
    const reply = await raw(payload, headers);
    expect([400, 401]).toContain(reply.statusCode);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.headers).toMatchObject({ ...securityHeaders(undefined), 'cache-control': 'no-store' });
    expect(reply.body).not.toMatch(/\bat \/|node_modules/);
  });

  test('does not bind a token to a key that nobody checks later', async () => {
    const code = await harness.codeFor();
    const payload = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: RETURN_TO,
      code_verifier: harness.verifier,
    };
    const form = new URLSearchParams({ client_id: harness.clientId, ...payload }).toString();
    expect((await raw(form, { dpop: 'nonsense' })).json().token_type).toBe('Bearer');
  });

  test('keeps nothing that has expired', async () => {
    await harness.tokensFor();
    const { pool } = harness.platform.database;
    const old = async () => (await pool.query('select from oauth_artifact where expires_ms < 1000')).rowCount;
    await pool.query('update oauth_artifact set expires_ms = 1');
    expect(await old()).toBeGreaterThan(0);
    harness.platform.clock.advanceBy(3_600_000);
    await expect.poll(old).toBe(0);
  });
});

describe('the audit log', () => {
  const lines = async (): Promise<AuditLine[]> =>
    (
      await harness.platform.app.inject({
        url: '/api/operator/audit?limit=20',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      })
    ).json().items;

  test('records who drew which token for whom, from where, with what outcome', async () => {
    const before = (await lines())[0]?.auditId ?? 0;
    const code = await harness.codeFor();
    const { refresh_token: refresh, access_token: access } = (await harness.exchange(code)).json();
    await harness.program(access).get('/api/investor/accounts');
    await harness.refresh(refresh);
    await harness.refresh('of nobody');
    await harness.form('/revoke', { token: access });
    const rows = (await lines()).filter(({ auditId, route }) => auditId > before && route.endsWith('Token')).reverse();
    const { clientId } = harness;
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

  test('names the program that placed an order, and remains a chain', async () => {
    await harness.place((await harness.tokensFor()).access, order(1));
    expect((await lines())[0]).toMatchObject({ actorKind: 'program', route: 'placeOrder', clientId: harness.clientId });
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const walked = await harness.platform.app.inject({ url: '/api/operator/audit/verification', headers });
    expect(walked.json().firstBroken).toBeNull();
  });
});

test('a part that failed to load is loaded the next time', async () => {
  const { pool } = harness.platform.database;
  const issuer = vi.fn(() => 'http://localhost');
  issuer.mockImplementationOnce(() => {
    throw new Error('not yet');
  });
  const nothing = { admit: () => {}, note: async () => {}, onError: () => {}, neighbours: undefined };
  const { clock, wall } = harness.platform;
  const [clients, grants] = [createOAuthClients(pool), createGrants({ pool, clock, wall, neighbours: undefined })];
  const tokens = openTokenEndpoint(Fastify(), { pool, clients, grants, issuer, ...nothing });
  await expect(tokens.read('a token')).rejects.toThrow('not yet');
  expect(await tokens.read('a token')).toBeUndefined();
});
