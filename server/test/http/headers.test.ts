/** Checks the headers of every kind of reply: routes with and without access, files, pages, failures. */
import { rmSync } from 'node:fs';
import { ROUTES } from '@mua/contract/registry';
import { isSignedAccess, type RouteDefinition } from '@mua/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepUp } from '#test/fixtures/codes.ts';
import {
  type Belongings,
  furnish,
  GOOD_BODIES,
  KNOWN_ORDER,
  KNOWN_PAIR,
  recordingWithoutEnd,
} from '#test/fixtures/good-requests.ts';
import { EVERYWHERE, expectHeaders } from '#test/fixtures/headers.ts';
import {
  AN_1,
  type Browser,
  OPERATOR_TOKEN,
  type Platform,
  START_MS,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';
import { type Caller, callerOf, requestFor } from '#test/fixtures/route-request.ts';
import { stageScenarios } from '#test/fixtures/scenarios.ts';
import { SIGNERS } from '#test/fixtures/signatures.ts';
import { stageWebFolder } from '#test/fixtures/web-folder.ts';
import { sendBytes } from '#test/fixtures/wire.ts';

/** Identified by account number, which no route changes. */
const AN = '108C000001';

let folder: string;
let platform: Platform;
let address: string;
let an: Browser;
let ofAn: Belongings;
const OPERATOR: Caller = { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, accountId: AN_1 };

beforeAll(async () => {
  folder = stageWebFolder();
  platform = await startPlatform({
    webFolder: folder,
    player: recordingWithoutEnd(),
    scenarios: stageScenarios(START_MS),
    moveClock: async () => {},
  });
  address = await platform.listen();
  an = await signedIn(platform, AN);
  await stepUp(an);
  const ids = { position: '0190163d-8694-739b-aea5-966c26f8ad93', order: KNOWN_ORDER, pair: KNOWN_PAIR };
  ofAn = await furnish(platform, an, AN_1, ids);
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

/** A single request can't succeed here: it needs a code from a message or an app, or a certain state. */
const ASKS_FOR_MORE = new Set([
  ...['login', 'verifyForgotPassword', 'resendForgotPassword', 'finishForgotPassword'],
  ...['verifyTaskflow', 'resendTaskflow', 'confirmSotp', 'removeSotp'],
  ...['requestDeletion', 'withdrawDeletion', 'keepInvestor', 'deleteInvestor', 'moveClock'],
  ...['verifyRegistration', 'verifyRegistrationWithKind', 'resendRegistration', 'resendRegistrationWithKind'],
  ...['uploadRegisterImage', 'submitRegistration', 'verifyIdCard', 'verifyPassport'],
  ...['createEnterpriseEkyc', 'updateEnterpriseEkyc', 'readRegistrationCase', 'readRegistrationPicture'],
  ...['approveRegistration', 'rejectRegistration', 'returnRegistration'],
  // The hour's codes are used up by then; what is held is taken back by its owner's route.
  ...['withdraw', 'approveWithdrawal', 'sendWithdrawal', 'rejectWithdrawal', 'payWithdrawal'],
  // No payment waits for an operator.
  ...['assignBankNotification', 'returnBankNotification'],
  // The sub-account leads a strategy that waits for approval, and what was stopped is not approved any more.
  ...[
    'publishStrategy',
    'runStrategy',
    'followStrategy',
    'closeCopied',
    'approveStrategy',
    'rejectStrategy',
    'endStrategy',
  ],
  // This one names bytes that have not been viewed.
  'signDocument',
]);

/** Returns the owner, with a proof; routes that sign out use a browser of their own. */
async function owner(name: string): Promise<Browser> {
  if (name.startsWith('logout')) return signedIn(platform, AN);
  if ((await an.get('/api/investor/me')).statusCode === 200) return an;
  an = await signedIn(platform, AN);
  await stepUp(an);
  return an;
}

/** Pictures run nothing and load nothing; public data is cached for a day. */
function ownHeaders({ content, path }: RouteDefinition): Record<string, unknown> {
  if (content)
    return {
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^inline; filename="[\w-]+\.(jpg|pdf|json|csv)"$/),
    };
  return path.startsWith('/location/') ? { 'cache-control': 'public, max-age=86400' } : {};
}

describe.each(Object.entries<RouteDefinition>(ROUTES))('%s', (name, route) => {
  test('sends every header to an allowed caller, a refused one and a malformed request', async () => {
    const ask = (caller: Caller) => requestFor(route, caller, ofAn, GOOD_BODIES[name]);
    const outside = await platform.app.inject(ask({ headers: {}, accountId: AN_1 }));
    const own = ownHeaders(route);
    expectHeaders(outside.headers, 'no-store', outside.statusCode < 300 ? own : {});
    // Another caller's sign-up is not found.
    const isOfSignUp = route.access === 'registration' && route.path.includes('{sessionId}');
    if (isOfSignUp) expect(outside.statusCode).toBe(404);
    else expect(outside.statusCode === 401, outside.body).toBe(route.access !== 'public');
    const browser = await owner(name);
    const signer = isSignedAccess(route.access) ? { headers: {}, accountId: AN_1, sign: SIGNERS[route.access] } : null;
    const caller = route.access === 'operator' ? OPERATOR : (signer ?? callerOf(browser, AN_1));
    const letIn = await browser.send(ask(caller));
    expectHeaders(letIn.headers, 'no-store', letIn.statusCode < 300 ? own : {});
    expect(letIn.statusCode < 300, letIn.body).toBe(!ASKS_FOR_MORE.has(name));
    const url = `${String(ask(OPERATOR).url).split('?')[0]}?__proto__=1`;
    const payload = route.body ? { payload: '{' } : {};
    const { headers } = OPERATOR;
    expectHeaders((await browser.send({ method: route.method, url, headers, ...payload })).headers);
  });
});

describe('files and pages', () => {
  const YEAR = 'public, max-age=31536000, immutable';

  test.each([
    ['/', 'no-cache'],
    ['/trading/ZCEZ26', 'no-cache'],
    ['/nowhere', 'no-cache'],
    ['/..%2fpackage.json', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
    ['/assets/app-1a2b.js', YEAR],
    ['/assets/gone.js', 'no-cache'],
    ['/api', 'no-store'],
    ['/api/nothing', 'no-store'],
    ['/api/%zz', 'no-store'],
    ['/socket.io/?EIO=4&transport=polling', 'no-store'],
    ['/openapi.json', 'no-store'],
    ['/docs/api', 'no-store'],
    ['/docs/api/swagger-ui.css', 'no-cache'],
    ['/metrics', 'no-store'],
  ])('%s: %s', async (url, cache) => {
    for (const headers of [{}, { 'accept-encoding': 'br' }, { 'x-forwarded-for': '203.0.113.9' }]) {
      const got = await platform.app.inject({ method: 'GET', url, headers });
      expectHeaders(got.headers, cache);
      const head = await platform.app.inject({ method: 'HEAD', url, headers });
      expectHeaders(head.headers, cache);
      expect([head.statusCode, head.body]).toEqual([got.statusCode, '']);
    }
  });

  test('a file that has not changed gets the same headers', async () => {
    const { etag = '' } = (await platform.app.inject({ method: 'GET', url: '/favicon.svg' })).headers;
    const headers = { 'if-none-match': String(etag) };
    const again = await platform.app.inject({ method: 'GET', url: '/favicon.svg', headers });
    expect(again.statusCode).toBe(304);
    expectHeaders(again.headers, 'no-cache');
  });
});

describe('on the wire itself', () => {
  const asked = (line: string, more = '') => sendBytes(address, `${line}\r\nhost: localhost\r\n${more}\r\n`);

  test.each(['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'BREW', 'QUERY', 'get'])(
    'refuses the method %s',
    async (method) => {
      for (const path of ['/', '/api/investor/login', '/favicon.svg', '/health/live']) {
        const answer = await asked(`${method} ${path} HTTP/1.1`, 'x-csrf: 1\r\n');
        expect(answer?.status).toBeGreaterThanOrEqual(400);
        expect(answer?.status).toBeLessThan(500);
        expect(answer?.headers).toMatchObject({ ...EVERYWHERE, 'cache-control': 'no-store' });
        expect(JSON.parse(answer?.body ?? '')).toMatchObject({
          code: expect.stringMatching(/^(BadRequest|NotFound)$/),
        });
      }
    },
  );

  test('refuses a tunnel', async () => {
    expect(await asked('CONNECT evil.example:443 HTTP/1.1')).toBeUndefined();
  });

  test.each([
    ['a request that is not HTTP', 'hello\r\n\r\n'],
    [
      'two lengths',
      'POST /api/investor/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    ],
    [
      'a length and chunks',
      'POST /api/investor/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-a: b\n c: d\r\n\r\n'],
    ['endless headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s is 400', async (_name, bytes) => {
    const answer = await sendBytes(address, bytes);
    expect(answer?.status).toBe(400);
    expectHeaders(answer?.headers ?? {});
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'BadRequest', requestId: '-' });
  });
});

describe('a client over https', () => {
  test.each([
    ['https://mua.example', 'max-age=31536000'],
    ['http://mua.example', undefined],
  ])('at %s gets the HSTS header: %s', async (url, said) => {
    const own = await startPlatform({}, { PUBLIC_URL: url });
    for (const path of ['/api/nothing', '/health/live', '/api/%zz']) {
      const { headers } = await own.app.inject({ method: 'GET', url: path });
      expect(headers['strict-transport-security']).toBe(said);
    }
    await own.close();
  });
});

test('ignores an address that a client claims in front of the proxy’s', async () => {
  const own = await startPlatform({ limits: { requestsPerMinute: 1 } }, { PUBLIC_URL: 'https://mua.example' });
  // The proxy on this machine adds the last address; the rest is only claimed.
  const ask = async (said: string, remoteAddress = '127.0.0.1') => {
    const headers = { 'x-forwarded-for': said, forwarded: `for=${said}`, 'x-real-ip': said };
    return (await own.app.inject({ method: 'GET', url: '/health/live', headers, remoteAddress })).statusCode;
  };
  for (let time = 0; time < 10; time += 1) expect(await ask(`198.51.100.${time}, 203.0.113.7`)).toBe(200);
  expect(await ask('198.51.100.99, 203.0.113.7')).toBe(429);
  expect(await ask('203.0.113.7, 203.0.113.8')).toBe(200);
  for (let time = 0; time < 10; time += 1) await ask(`198.51.100.${time}`, '192.0.2.1');
  expect(await ask('198.51.100.99', '192.0.2.1')).toBe(429);
  await own.close();
});
