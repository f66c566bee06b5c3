/** Checks that it does not matter which of two servers a browser reaches, also when they do not hear each other. */
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HttpServer } from '#app/http-server.ts';
import { LOOK_AGAIN_MS } from '#ground/neighbours.ts';
import { codeTo, stepUp } from '#test/fixtures/codes.ts';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { type StageWire, stageWire } from '#test/fixtures/gateways.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { OAuthHarness, order, RETURN_TO } from '#test/fixtures/oauth-harness.ts';
import { AN_1, Browser, OPERATOR_TOKEN, type Platform, signedIn } from '#test/fixtures/platform.ts';

const SECURITY = '/api/investor/security';

let harness: OAuthHarness;
let here: Platform;
let there: HttpServer;
let addresses: { here: string; there: string };
let wire: StageWire;
const clients: FeedClient[] = [];

beforeEach(async () => {
  wire = stageWire();
  harness = await OAuthHarness.open({ neighbours: wire.end() });
  here = harness.platform;
  there = await here.openGateway(wire.end());
  addresses = { here: harness.address, there: await there.listen() };
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await there.close();
  await here.close();
});

const statusAt = async (browser: Browser, server: Pick<HttpServer, 'app'>): Promise<number> => {
  browser.server = server;
  return (await browser.get('/api/investor/me')).statusCode;
};

async function drawAt(browser: Browser, server: Pick<HttpServer, 'app'>): Promise<string> {
  browser.server = server;
  return (await browser.post('/api/session/socket-ticket', {})).json().ticket;
}

function open(address: string, ticket: string): FeedClient {
  const client = new FeedClient(address, NAMESPACES.investor, { ticket });
  clients.push(client);
  return client;
}

/** A socket of the browser at the other server. */
async function socketThere(browser: Browser): Promise<FeedClient> {
  const client = open(addresses.there, await drawAt(browser, here));
  await client.next('connect');
  return client;
}

test('a sign-in at one is good at the other, and so is what is added to it there', async () => {
  const browser = await signedIn(here, 'an@mua.demo');
  expect(await statusAt(browser, there)).toBe(200);
  const [cookie, slot] = [browser.cookie, browser.slot];
  await browser.signIn('binh@mua.demo');
  expect(browser.cookie).not.toBe(cookie);
  await wire.heard();
  expect(await statusAt(browser, here)).toBe(200);
  browser.slot = slot;
  expect(await statusAt(browser, here)).toBe(200);
  // The old cookie names nobody, anywhere.
  browser.cookie = cookie;
  expect([await statusAt(browser, here), await statusAt(browser, there)]).toEqual([401, 401]);
});

describe('a socket ticket of one', () => {
  test('is taken by the other, once', async () => {
    const browser = await signedIn(here, 'an@mua.demo');
    const ticket = await drawAt(browser, here);
    await open(addresses.there, ticket).next('connect');
    for (const address of [addresses.here, addresses.there])
      expect(await open(address, ticket).next('connect_error')).toMatchObject({ message: 'Unauthorized' });
  });

  test('shown to both at once admits one socket', async () => {
    const browser = await signedIn(here, 'an@mua.demo');
    const ticket = await drawAt(browser, here);
    const ends = [addresses.here, addresses.there].map(async (address) => {
      const client = open(address, ticket);
      return Promise.race([client.next('connect').then(() => 'in'), client.next('connect_error').then(() => 'out')]);
    });
    expect((await Promise.all(ends)).sort()).toEqual(['in', 'out']);
  });

  test('admits nobody after its time, after a sign-out, or changed', async () => {
    const browser = await signedIn(here, 'an@mua.demo');
    const [old, changed] = [await drawAt(browser, here), await drawAt(browser, here)];
    here.clock.advanceBy(LIMITS.socketTicketMs);
    const ended = await drawAt(browser, here);
    await browser.post('/api/investor/logout', {});
    for (const ticket of [old, ended, `${changed.slice(0, -4)}AAAA`, 'x'])
      expect(await open(addresses.there, ticket).next('connect_error')).toMatchObject({ message: 'Unauthorized' });
  });
});

describe('what ends at one ends at the other', () => {
  /** Each does it from a browser of its own; An's is open at the other server, and known there. */
  const endings: Record<string, (browser: Browser) => Promise<unknown>> = {
    'a sign-out': (browser) => browser.post('/api/investor/logout', {}),
    'a sign-out of all': (browser) => browser.post('/api/investor/logout-all', {}),
    async 'a password that is changed elsewhere'() {
      const other = await signedIn(here, 'an@mua.demo');
      await stepUp(other);
      const change = { oldPassword: 'Mua@2026', newPassword: 'Rau#muong7xao' };
      const { taskId } = (await other.post(`${SECURITY}/change-password`, change)).json();
      const code = await codeTo(here, 'an@mua.demo');
      const done = await other.post(`${SECURITY}/taskflow/${taskId}/verify`, { code });
      expect(done.statusCode, done.body).toBe(200);
    },
    async 'an operator suspends'() {
      const { statusCode } = await new Browser(here).send({
        method: 'POST',
        url: '/api/operator/investors/suspend',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        payload: { investorId: '108C000001', operatorId: 'lan', reason: 'asked by phone' },
      });
      expect(statusCode).toBe(200);
    },
  };

  /** Whoever has copied the cookie keeps it. */
  async function endedBy(end: (browser: Browser) => Promise<unknown>, browser: Browser): Promise<void> {
    const { cookie } = browser;
    browser.server = here;
    await end(browser);
    browser.cookie = cookie;
  }

  test.each(Object.entries(endings))('%s: at once by word', async (_name, end) => {
    const browser = await signedIn(here, 'an@mua.demo');
    expect(await statusAt(browser, there)).toBe(200);
    const socket = await socketThere(browser);
    await endedBy(end, browser);
    expect(await socket.next('unauthorized')).toMatchObject({ userId: '108C000001' });
    await socket.next('disconnect');
    expect(await statusAt(browser, there)).toBe(401);
  });

  test.each(Object.entries(endings))('%s: after a few seconds where no word comes', async (_name, end) => {
    const browser = await signedIn(here, 'an@mua.demo');
    expect(await statusAt(browser, there)).toBe(200);
    const socket = await socketThere(browser);
    wire.isCut = true;
    await endedBy(end, browser);
    // It does not know, and for so long it may not.
    expect(await statusAt(browser, there)).toBe(200);
    here.wall.advanceBy(LOOK_AGAIN_MS);
    expect(await socket.next('unauthorized')).toMatchObject({ userId: '108C000001' });
    expect(await statusAt(browser, there)).toBe(401);
  });

  test.each([
    ['at once by word', false],
    ['after a few seconds where no word comes', true],
  ])('a grant of a program: %s', async (_name, isCut) => {
    await harness.beginTest();
    const { access } = await harness.tokensFor();
    const call = () =>
      there.app.inject({
        url: `/api/order/${AN_1}/by-client-id/0190163d-8694-739b-aea5-966c26f8ada1`,
        headers: { authorization: `Bearer ${access}` },
      });
    const drawn = await there.app.inject({
      method: 'POST',
      url: '/api/session/socket-ticket',
      headers: { authorization: `Bearer ${access}` },
      payload: {},
    });
    expect(drawn.statusCode, drawn.body).toBe(200);
    const socket = open(addresses.there, drawn.json().ticket);
    await socket.next('connect');
    expect((await call()).statusCode).toBe(404);
    wire.isCut = isCut;
    const { grantId } = await harness.grant();
    expect((await harness.an.send({ method: 'DELETE', url: `/api/iam/oauth/grants/${grantId}` })).statusCode).toBe(200);
    if (isCut) here.wall.advanceBy(LOOK_AGAIN_MS);
    await socket.next('disconnect');
    expect((await call()).statusCode).toBe(401);
  });
});

test('a step-up at one closes the sockets at the other, which come back', async () => {
  const browser = await signedIn(here, 'an@mua.demo');
  const socket = await socketThere(browser);
  browser.server = here;
  await stepUp(browser);
  await socket.next('disconnect');
  expect(socket.messages.some(({ name }) => name === 'unauthorized')).toBe(false);
  await socketThere(browser);
});

test('a PIN that was given at one is not asked for again at the other, though it hears nothing', async () => {
  const browser = await signedIn(here, 'an@mua.demo');
  await stepUp(browser);
  expect((await browser.post(`${SECURITY}/pin`, { pin: '385510', isAskedForTrading: true })).statusCode).toBe(200);
  await wire.heard();
  wire.isCut = true;
  const place = () => browser.post(`/api/order/${AN_1}/place`, order(1));
  browser.server = there;
  expect((await place()).json()).toMatchObject({ code: 'PinRequired' });
  browser.server = here;
  expect((await browser.post(`${SECURITY}/pin/verify`, { pin: '385510' })).statusCode).toBe(200);
  browser.server = there;
  expect((await place()).statusCode).toBe(201);
});

test('a password is not looked at while a wrong one at the other is being counted', async () => {
  for (let count = 0; count < LIMITS.loginFailuresPerAccount - 1; count += 1)
    await new Browser(count % 2 === 0 ? here : there).signIn('binh@mua.demo', 'Wrong@2026');
  const hold = 'select from sign_in_attempt for update';
  const both = await whileHeld(here.database.pool, hold, async (untilWaiting) => {
    const wrong = new Browser(here).signIn('binh@mua.demo', 'Wrong@2026');
    await untilWaiting(1);
    const right = new Browser(there).signIn('binh@mua.demo');
    await untilWaiting(2);
    return [wrong, right];
  });
  expect((await Promise.all(both)).map((reply) => reply.json().code)).toEqual(['LoginLocked', 'LoginLocked']);
});

test('a code that one has given is exchanged at the other, and at one of them only', async () => {
  await harness.beginTest();
  const code = await harness.codeFor();
  const fields = {
    ...{ client_id: harness.clientId, grant_type: 'authorization_code', code, redirect_uri: RETURN_TO },
    code_verifier: harness.verifier,
  };
  const exchangeAt = (server: Pick<HttpServer, 'app'>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/iam/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://bot.example' },
      payload: new URLSearchParams(fields).toString(),
    });
  const statuses = (await Promise.all([exchangeAt(there), exchangeAt(here)])).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(statuses).toContain(400);
});

describe('bounds', () => {
  test('of orders are those of each server', async () => {
    const browser = await signedIn(here, 'an@mua.demo');
    const statusesAt = async (server: Pick<HttpServer, 'app'>): Promise<Set<number>> => {
      browser.server = server;
      const placed = Array.from({ length: LIMITS.ordersBurst + 1 }, () =>
        browser.post(`/api/order/${AN_1}/place`, order(1)),
      );
      return new Set((await Promise.all(placed)).map(({ statusCode }) => statusCode));
    };
    expect((await statusesAt(here)).has(429)).toBe(true);
    const first = await statusesAt(there);
    expect([first.has(201) || first.has(422), first.has(429)]).toEqual([true, true]);
  });
});
