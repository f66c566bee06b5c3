/** Checks the authorization page: what a program may ask for, and where the answer is sent (RFC 6749, 9700). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BY, OAuthHarness, RETURN_TO } from '#test/fixtures/oauth-harness.ts';
import { BINH_1, Browser, OPERATOR_TOKEN } from '#test/fixtures/platform.ts';

let harness: OAuthHarness;

beforeAll(async () => {
  harness = await OAuthHarness.open();
});
afterAll(() => harness.close());
beforeEach(() => harness.beginTest());

describe('a request', () => {
  test('says who asks for what, and where a refusal leads', async () => {
    const shown = await harness.an.get(
      `/api/iam/oauth/authorize?${new URLSearchParams(harness.query({ scope: 'trade account' }))}`,
    );
    expect(shown.json()).toMatchObject({
      client: { clientId: harness.clientId, name: 'Bot' },
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
    ['a direct token', { response_type: 'token' }, 'OAuthRequestInvalid'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'OAuthRequestInvalid'],
    ['a challenge that is not a hash', { code_challenge: 'short' }, 'OAuthRequestInvalid'],
    ['no challenge', { code_challenge: '' }, 'OAuthRequestInvalid'],
    ['an unknown scope', { scope: 'withdraw' }, 'OAuthRequestInvalid'],
  ])('with %s is refused on the page and redirects nowhere', async (_what, wrong, code) => {
    const asked = await harness.an.get(`/api/iam/oauth/authorize?${new URLSearchParams(harness.query(wrong))}`);
    const granted = await harness.allow({ request: wrong });
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
    const made = await harness.asOperator('/oauth-clients', {
      name: 'Bot',
      redirectUris: [address],
      scopes: ['market'],
      ...BY,
    });
    expect(made.json().facts).toEqual({ field: 'redirectUris.0' });
  });

  test('leaves programs that an operator registered or removed on the list of acts', async () => {
    await harness.asOperator('/oauth-clients/remove', { clientId: await harness.register(), ...BY });
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const url = '/api/operator/acts?limit=2';
    const acts = await new Browser(harness.platform).send({ method: 'GET', url, headers });
    expect(acts.json().items).toMatchObject([
      { act: 'removeProgram', operatorId: BY.operatorId, seq: null, reason: null },
      { act: 'registerProgram', operatorId: BY.operatorId },
    ]);
  });

  test.each(['http://127.0.0.1:8123/back', 'http://localhost/', 'http://[::1]:9/', 'https://bot.example?a=1'])(
    'may come from %s',
    async (address) => {
      harness.clientId = await harness.register({ redirectUris: [address] });
      const granted = await harness.allow({ request: { redirect_uri: address } });
      expect(granted.json().redirectTo).toContain(new URL(address).origin);
    },
  );

  test('returns the longest allowed state unchanged', async () => {
    const state = '<&=%+ #'.repeat(71);
    const granted = await harness.allow({ request: { state } });
    expect(new URL(granted.json().redirectTo).searchParams.get('state')).toBe(state);
    expect((await harness.allow({ request: { state: '—' } })).json().facts).toEqual({ field: 'request.state' });
  });

  test('is answered with the server’s own address as issuer', async () => {
    const granted = await harness.allow();
    expect(new URL(granted.json().redirectTo).searchParams.get('iss')).toBe(new URL(harness.address).origin);
  });

  test('for more lots than a number holds is malformed', async () => {
    expect((await harness.allow({ maxLotsPerDay: 2 ** 40 })).json().facts).toEqual({ field: 'maxLotsPerDay' });
    expect((await harness.allow({ maxLotsPerDay: 999_999_999 })).statusCode).toBe(201);
  });

  test('for a scope that the program was not registered for is refused', async () => {
    harness.clientId = await harness.register({ scopes: ['market'] });
    expect((await harness.allow({ request: { scope: 'trade' } })).json()).toMatchObject({
      code: 'OAuthRequestInvalid',
      facts: { parameter: 'scope' },
    });
  });

  test('grants only the investor’s own sub-accounts; another’s and a missing one look the same', async () => {
    const foreign = await harness.allow({ accountIds: [BINH_1] });
    const none = await harness.allow({ accountIds: ['108C999999-01'] });
    expect([foreign.statusCode, none.statusCode]).toEqual([404, 404]);
    expect(foreign.json().code).toBe(none.json().code);
    expect((await harness.allow({ accountIds: [] })).json().facts).toEqual({ field: 'accountIds' });
    expect((await harness.allow({ contractCodes: ['NOPE26'] })).json().code).toBe('ContractNotFound');
  });
});
