/**
 * Sends garbage over real connections: valid requests and frames with something changed in them. None of them may crash
 * a reply, keep the process busy, or leave anything behind. `FUZZ_REQUESTS` and `FUZZ_FRAMES` make it long (npm run
 * prove). Field values are covered by every-route.test.ts.
 *
 * Blocking of the event loop is measured in processor time, which other programs on a busy machine do not affect,
 * unlike wall-clock time.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { ROUTES } from '@mua/contract/registry';
import type { RouteDefinition } from '@mua/contract/route';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { type Belongings, furnish, GOOD_BODIES, ORDER, sessionOf } from '#test/fixtures/good-requests.ts';
import {
  AN_1,
  type Browser,
  CODE,
  ENDLESS_SIGN_INS,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';
import { callerOf, requestFor } from '#test/fixtures/route-request.ts';
import { sendBytes } from '#test/fixtures/wire.ts';

const SEED = 20_261_122;
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_200);
const FRAMES = Number(process.env.FUZZ_FRAMES ?? 600);
const AT_ONCE = 20;
/** For one group sent together, including both ends and the compiler. It usually takes a tenth of this. */
const CPU_MS_OF_GROUP = 750;
const HEAP_GROWTH_BYTES = 100 * 1024 * 1024;

/** Inserted somewhere into what is sent. Each of these has broken a server before. */
const SPECIALS = [
  ...['__proto__', 'constructor', '"a":1,"a":2', '1e400', '-0', '9007199254740993', '"NaN"', '\\ud800', '\\u0000'],
  ...['\u202e', '\u0000', '\r\n', '\r\n\r\n', '\n', '%00', '%zz', '../', '[', '{', '"', '\\', '=', ';', ',', ':', '\t'],
  ...['['.repeat(1000), `[${'0,'.repeat(2000)}0]`, 'x'.repeat(5000), 'x: y\r\n'.repeat(2001), '99999999999999999999'],
  ...['transfer-encoding: chunked\r\n', 'content-length: 0\r\n', 'expect: 100-continue\r\n', 'upgrade: h2c\r\n'],
];
const FRAME_SPECIALS = [
  ...['2/market/v1.0,1["__proto__"]', '2/market/v1.0,["constructor",{}]', '2/market/v1.0,[{"toString":"foo"}]'],
  ...['2[{"toString":"foo"}]', '451-["x",{"_placeholder":true,"num":1e9}]', '2["__proto__"]', '2["constructor",{}]'],
  ...['2/market/v1.0,["subscribe",{"__proto__":{"event":"prices"}}]', '2/market/v1.0,99999999999999999999["x"]', '3'],
  ...['0', '0/nowhere,', '1', '4', '5', '6', '40', '2', '2/', '2/market/v1.0,[', '2/market/v1.0,null', '\u0000', ''],
  ...[`2["${'x'.repeat(60_000)}"]`, `2/market/v1.0,["subscribe",${'['.repeat(20_000)}`, '2probe', '\ud800'],
];

let platform: Platform;
let address: string;
let an: Browser;
let goodRequests: readonly string[];

beforeAll(async () => {
  platform = await startPlatform({
    limits: { signInAttempts: ENDLESS_SIGN_INS, ordersPerSecond: 1e6, ordersBurst: 1e6 },
  });
  address = await platform.listen();
  an = await signedIn(platform, 'an@mua.demo');
  const id = (digit: number): string => `0190163d-8694-739b-aea5-966c26f8ac0${digit}`;
  // A device that may be signed out: signing out An's own would make every later request anonymous.
  const sessionId = await sessionOf(await signedIn(platform, 'an@mua.demo'));
  const furnished = await furnish(platform, an, AN_1, { position: id(1), order: ORDER.clientOrderId, pair: id(3) });
  const has = { ...furnished, sessionId };
  goodRequests = Object.entries<RouteDefinition>(ROUTES)
    // Logging out would make every later request anonymous.
    .filter(([name]) => !name.startsWith('log'))
    .map(([name, route]) => textOf(route, has, GOOD_BODIES[name]));
  // The first statement on paper reads its fonts, which is a second's work of nobody's request.
  for (const text of goodRequests.filter((one) => one.includes('/statements/')))
    await sendBytes(address, complete(text));
});
afterAll(() => platform.close());

function textOf(route: RouteDefinition, has: Belongings, body: object = {}): string {
  const { method, url, headers, payload: sent } = requestFor(route, callerOf(an, AN_1), has, body);
  const payload = Buffer.isBuffer(sent) ? sent.toString('latin1') : route.body ? JSON.stringify(body) : '';
  const sized = {
    ...(route.body ? { 'content-type': 'application/json' } : {}),
    ...(payload === '' ? {} : { 'content-length': `${payload.length}` }),
  };
  const lines = Object.entries({ host: 'localhost', ...headers, ...sized });
  return `${method} ${String(url)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')}\r\n${payload}`;
}

/** A text with one to three changes: a part cut out or doubled, a byte replaced, something special inserted. */
function mutated(texts: readonly string[], specials: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    // Unbiased, because fast-check otherwise favours the ends.
    at: fc.noBias(fc.integer({ min: 0, max: 9_999 })).map((at) => at / 10_000),
    length: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom('cut', 'double', 'byte', 'special', 'special'),
    special: fc.constantFrom(...specials),
    byte: fc.integer({ min: 0, max: 255 }),
  });
  return fc.tuple(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 3 })).map(([text, changes]) =>
    changes.reduce((now, { at, length, kind, special, byte }) => {
      const from = Math.floor(at * now.length);
      const [head, part, tail] = [now.slice(0, from), now.slice(from, from + length), now.slice(from + length)];
      if (kind === 'cut') return head + tail;
      if (kind === 'double') return head + part + part + tail;
      if (kind === 'byte') return head + String.fromCharCode(byte) + now.slice(from + 1);
      return head + special + part + tail;
    }, text),
  );
}

/** The texts of the seed, in groups. */
function* groupsOf(texts: fc.Arbitrary<string>, count: number): Generator<readonly string[]> {
  const all = fc.sample(texts, { seed: SEED, numRuns: count });
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}

async function expectLittleWork(task: () => Promise<void>): Promise<void> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(CPU_MS_OF_GROUP);
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

async function expectAlive(): Promise<void> {
  expect((await sendBytes(address, 'GET /health/ready HTTP/1.1\r\nhost: localhost\r\n\r\n'))?.status).toBe(200);
  // A fresh sign-in, because a valid request may have ended a session, or moved the clock beyond its end.
  const binh = await signedIn(platform, 'binh@mua.demo');
  expect((await binh.get('/api/investor/me')).statusCode).toBe(200);
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** Corrects the content length for the changed body, so that all of it is read. */
function sized(text: string): string {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return text.replace(/content-length: \d+/, `content-length: ${body.length}`);
}

/** Ends a truncated request, which would otherwise wait for the rest. */
const complete = (text: string): Buffer => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from('\r\n\r\n')]);

test('requests', { timeout: 3_600_000 }, async () => {
  const before = heapBytes();
  const statuses = new Map<number, number>();
  const bytes = fc
    .tuple(mutated(goodRequests, SPECIALS), fc.boolean())
    .map(([text, isSized]) => (isSized ? sized(text) : text));
  for (const group of groupsOf(bytes, REQUESTS)) {
    await expectLittleWork(async () => {
      const answers = await Promise.all(group.map((text) => sendBytes(address, complete(text), 1_000)));
      for (const [at, answer] of answers.entries()) {
        const status = answer?.status ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) expect([status, answer?.body, group[at]]).toEqual([]);
      }
    });
  }
  await expectAlive();
  expect(heapBytes() - before).toBeLessThan(HEAP_GROWTH_BYTES);
  // Some succeeded, most did not, and not all for the same reason.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
});

test('frames', { timeout: 3_600_000 }, async () => {
  const good = [
    `2/market/v1.0,7["subscribe",{"event":"prices","codes":["${CODE}"]}]`,
    `2/market/v1.0,8["subscribe",{"event":"depth","codes":["${CODE}"]}]`,
    '2/market/v1.0,9["unsubscribe",{"event":"prices"}]',
    `2/investor/v1.0,1["subscribe",{"event":"account","accountId":"${AN_1}"}]`,
    '40/market/v1.0,',
    '41/market/v1.0,',
    ...FRAME_SPECIALS,
  ];
  const before = heapBytes();
  let client = await connected();
  for (const group of groupsOf(mutated(good, FRAME_SPECIALS), FRAMES)) {
    await expectLittleWork(async () => {
      for (const text of group) {
        if (!client.socket.connected) {
          client.close();
          client = await connected();
        }
        client.socket.io.engine.write(text);
        // The reply comes after the effects of the frame, unless the frame ended the connection.
        await client.caughtUp().catch(() => undefined);
        platform.wall.advanceBy(1000);
      }
    });
  }
  client.close();
  await expectAlive();
  expect(heapBytes() - before).toBeLessThan(HEAP_GROWTH_BYTES);
});

async function connected(): Promise<FeedClient> {
  const client = new FeedClient(address, NAMESPACES.market);
  await client.next('connect');
  return client;
}
