import { connect } from 'node:net';
import { ALL_ROUTES } from '@mua/contract/registry';
import { isSignedAccess, pathOf } from '@mua/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replyError } from '#refusals/reply-error.ts';
import {
  AN_1,
  Browser,
  CODE,
  liveEnv,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());

/** Who signs has no page. */
const writes = ALL_ROUTES.filter(({ method, access }) => method !== 'GET' && !isSignedAccess(access)).map(
  (route) => [route.method, pathOf(route)] as const,
);

describe('writes come from the client’s own page', () => {
  test.each(writes)('%s %s needs X-CSRF', async (method, url) => {
    for (const csrf of ['', '0', 'true']) {
      const response = await an.send({ method, url, payload: {}, headers: { 'x-csrf': csrf } });
      expect([response.statusCode, response.json().code]).toEqual([403, 'Forbidden']);
    }
  });

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:81' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('not from %j', async (headers) => {
    const response = await an.send({ method: 'POST', url: '/api/session/socket-ticket', payload: {}, headers });
    expect([response.statusCode, response.json().code]).toEqual([403, 'Forbidden']);
  });

  test('the server’s own Origin passes', async () => {
    const headers = { origin: 'http://localhost:80', host: 'localhost:80', 'sec-fetch-site': 'same-origin' };
    const response = await an.send({ method: 'POST', url: '/api/session/socket-ticket', payload: {}, headers });
    expect(response.statusCode).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('a body of %s is malformed', async (type) => {
    const headers = { 'content-type': type };
    const response = await an.send({ method: 'POST', url: '/api/investor/logout-all', payload: '{}', headers });
    expect([response.statusCode, response.json()]).toMatchObject([400, { facts: { field: 'content-type' } }]);
  });
});

describe('malformed requests', () => {
  const url = `/api/order/${AN_1}/place`;
  const raw = (payload: string) =>
    an.send({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });

  test.each(['', '{', 'null', '[]', '"x"', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}', '\u0000', '1e400'])(
    'the body %j is 400',
    async (payload) => {
      const response = await raw(payload);
      expect([response.statusCode, response.json().code]).toEqual([400, 'BadRequest']);
    },
  );

  test('a body above 64 KiB is 413', async () => {
    const response = await raw(JSON.stringify({ note: 'x'.repeat(70_000) }));
    expect([response.statusCode, response.json()]).toMatchObject([
      413,
      { code: 'PayloadTooLarge', facts: { max: 65_536 } },
    ]);
  });

  test('nesting deeper than eight is not even parsed', async () => {
    const nested = (depth: number) => `{"queryTable":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const ask = async (depth: number) => {
      const query = { method: 'POST', url: `/api/order/${AN_1}/query`, payload: nested(depth) } as const;
      return (await an.send({ ...query, headers: { 'content-type': 'application/json' } })).json().facts.field;
    };
    expect([await ask(8), await ask(9)]).toEqual(['queryTable', 'body']);
  });

  test.each([
    ['{"quantity":1,"quantity":2}', 'quantity'],
    ['{"quantity":1,"qu\\u0061ntity":2}', 'quantity'],
    ['{"decisionQuote":{"seenAt":1,"seenAt":1}}', 'seenAt'],
  ])('the body %s is ambiguous', async (payload, field) => {
    const response = await raw(payload);
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'DuplicateField', facts: { field } }]);
  });

  test('nesting a thousand deep is 400', async () => {
    expect((await raw(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`)).statusCode).toBe(400);
  });

  test.each(['/api/market/contracts/%zz', '/api/%c0%af'])('the address %s is 400', async (address) => {
    expect((await an.get(address)).json()).toMatchObject({ code: 'BadRequest', facts: { field: 'url' } });
  });

  test.each(['a\0b', '\\ud800', 'a\u202eb'])(
    'operators’ texts that the journal could not hold are 400: %j',
    async (words) => {
      const payload = JSON.stringify({ operatorId: 'lan', reason: 'HERE' }).replace(
        'HERE',
        words.replace('\0', '\\u0000'),
      );
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${OPERATOR_TOKEN}` };
      const reply = await new Browser(platform).send({ method: 'POST', url: '/api/operator/halts', payload, headers });
      expect(reply.json()).toMatchObject({ code: 'UnreadableText', facts: { field: 'reason' } });
    },
  );

  test('a bearer token does not bypass these checks where none is accepted', async () => {
    const headers = {
      authorization: 'Bearer nonsense',
      'content-type': 'application/json',
      origin: 'http://evil.example',
    };
    const send = (url: string, payload: string) => an.send({ method: 'POST', url, payload, headers });
    for (const [url, payload] of [
      ['/api/investor/logout-all', '{}'],
      ['/api/investor/login', '{"username":"an@mua.demo","password":"Mua@2026"}'],
    ] as const)
      expect((await send(url, payload)).json().code, url).toBe('Forbidden');
    expect((await an.get('/api/investor/me')).statusCode).toBe(200);
  });

  test('a repeated or unknown parameter is 400', async () => {
    expect((await an.get(`/api/trade/histories?contractCode=${CODE}&contractCode=${CODE}`)).statusCode).toBe(400);
    expect((await an.get('/api/investor/me?debug=1')).json()).toMatchObject({ facts: { field: 'debug' } });
  });

  test('headers beyond 16 KiB are 400, directly on the connection', async () => {
    const address = new URL(await platform.listen());
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(address.port), address.hostname);
      let text = '';
      socket.on('data', (chunk) => {
        text += String(chunk);
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      socket.write(`GET /api/investor/me HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"BadRequest","facts":\{"field":"headers"\}/s);
  });
});

test.each([
  ['DELETE', 200],
  ['POST', 400],
] as const)(
  'a %s with the type of JSON and no body is %d: a body is required only where one is needed',
  async (method, status) => {
    const url = method === 'DELETE' ? `/api/market/${AN_1}/wishlist/contracts/ZCEZ26` : `/api/market/${AN_1}/wishlist`;
    const response = await an.send({
      method,
      url,
      headers: { 'content-type': 'application/json', 'content-length': '0' },
    });
    expect(response.statusCode).toBe(status);
  },
);

describe('unknown paths', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s /api/nothing is 404 as JSON',
    async (method) => {
      const response = await an.send({ method, url: '/api/nothing', ...(method === 'POST' ? { payload: {} } : {}) });
      expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'NotFound', facts: {} }]);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  test('another method on a route is 404 too', async () => {
    expect((await an.send({ method: 'PUT', url: `/api/order/${AN_1}/place`, payload: {} })).statusCode).toBe(404);
  });

  test('the routes of a manual clock do not exist where the system’s clock runs', async () => {
    expect((await an.post('/api/dev/clock', { advanceMs: 1 })).json().code).toBe('NotFound');
  });
});

describe('every reply', () => {
  test('to an internal failure reveals no stack', async () => {
    const broken = await startPlatform({
      trouble: () => {
        throw new Error('secret detail');
      },
    });
    const response = await new Browser(broken).get('/health/ready');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      code: 'DefaultError',
      facts: { requestId: response.json().requestId },
      requestId: expect.any(String),
    });
    expect(response.body).not.toContain('secret');
    await broken.close();
  });
});

describe('the system', () => {
  test('is ready only while orders are accepted', async () => {
    const starting = await startPlatform({ trouble: () => replyError('ServiceUnavailable', {}) });
    const response = await new Browser(starting).get('/health/ready');
    expect([response.statusCode, response.json().code]).toEqual([503, 'ServiceUnavailable']);
    expect(response.headers['retry-after']).toMatch(/^[123]$/);
    expect((await new Browser(starting).get('/health/live')).json()).toEqual({ status: 'live' });
    await starting.close();
  });

  test('says which market and clock it runs, and with whom a demo is entered', async () => {
    const told = await startPlatform();
    const { venue, clock, engineTime, demoSignIn } = (await new Browser(told).get('/api/system/extra-info')).json();
    expect([venue, clock, engineTime]).toEqual(['simulated', 'system', expect.stringMatching(/^2026-11-20T/)]);
    expect(demoSignIn).toEqual({ username: 'an@mua.demo', password: 'Mua@2026' });
    await told.close();
  });

  test('shows its metrics to the machine itself and to the token holder, not through a proxy', async () => {
    const own = await startPlatform({ metricsToken: 'open-sesame' });
    const browser = new Browser(own);
    expect((await browser.get('/metrics')).body).toContain('mua_commit_seconds_bucket');
    const proxied = { 'x-forwarded-for': '203.0.113.9' };
    expect((await browser.send({ method: 'GET', url: '/metrics', headers: proxied })).statusCode).toBe(404);
    const authorised = { ...proxied, authorization: 'Bearer open-sesame' };
    expect((await browser.send({ method: 'GET', url: '/metrics', headers: authorised })).statusCode).toBe(200);
    await own.close();
  });

  test('moves a manual clock, forward only', async () => {
    let movedTo = 0;
    const manual = await startPlatform({
      moveClock: async (toMs) => {
        movedTo = toMs;
        manual.clock.advanceTo(toMs);
      },
    });
    const browser = new Browser(manual);
    const startMs = manual.clock.nowMs();
    const moved = await browser.post('/api/dev/clock', { advanceMs: 60_000 });
    expect([moved.statusCode, moved.json().engineTimeMs, movedTo]).toEqual([200, startMs + 60_000, startMs + 60_000]);
    expect((await browser.post('/api/dev/clock', { toMs: startMs })).json().code).toBe('Unprocessable');
    await manual.close();
  });

  test('has no clock to move in live mode', async () => {
    const moved: number[] = [];
    const moveClock = async (toMs: number) => void moved.push(toMs);
    const live = await startPlatform({ moveClock }, await liveEnv());
    const answer = await new Browser(live).post('/api/dev/clock', { advanceMs: 60_000 });
    expect([answer.statusCode, answer.json().code, moved]).toEqual([404, 'NotFound', []]);
    await live.close();
  });

  test('describes every route in OpenAPI by its name', async () => {
    const { paths } = (await an.get('/openapi.json')).json();
    for (const route of ALL_ROUTES) {
      expect(paths[pathOf(route)]?.[route.method.toLowerCase()]?.summary).toBe(route.purpose);
    }
    expect(paths['/api/iam/oauth/token'].post.operationId).toBe('drawToken');
    const unnamed = Object.entries<object>(paths).flatMap(([path, calls]) =>
      Object.entries(calls).flatMap(([method, call]) => (call.operationId ? [] : [`${method} ${path}`])),
    );
    expect(unnamed).toEqual([]);
  });

  test('shows the description at /docs/api from its own files, and no other file', async () => {
    const page = (await an.get('/docs/api')).body;
    const asked = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(asked.length).toBeGreaterThan(2);
    for (const path of asked)
      expect([path, path.startsWith('/docs/api/'), (await an.get(path)).statusCode]).toEqual([path, true, 200]);
    expect((await an.get('/docs/api/package.json')).statusCode).toBe(404);
  });
});
