/** Checks concurrent or slow requests: an ended session stays ended. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#identity/security/passwords.ts';
import { codeTo } from '#test/fixtures/codes.ts';
import { asOwner } from '#test/fixtures/database.ts';
import { during, whileHeld } from '#test/fixtures/held-rows.ts';
import { Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let address: string;

beforeAll(async () => {
  platform = await startPlatform();
  address = await platform.listen();
});
afterAll(() => platform.close());

/** Sends the head of a request, and its body after `meanwhile`. */
function slowly(path: string, headers: Record<string, string>, meanwhile: () => Promise<unknown>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL(path, address), {
      method: 'POST',
      headers: { ...headers, 'x-csrf': '1', 'content-type': 'application/json', expect: '100-continue' },
    });
    sent.on('error', reject);
    sent.on('response', (response: IncomingMessage) => resolve(response.resume().statusCode ?? 0));
    sent.on('continue', () => void meanwhile().then(() => sent.end('{}'), reject));
    sent.flushHeaders();
  });
}

describe('a body that arrives late', () => {
  test('is refused when its session has ended', async () => {
    const an = await signedIn(platform, 'an@mua.demo');
    const ticket = (meanwhile: () => Promise<unknown>): Promise<number> =>
      slowly('/api/session/socket-ticket', { cookie: an.cookie ?? '' }, meanwhile);
    expect(await ticket(async () => {})).toBe(200);
    expect(await ticket(() => an.post('/api/investor/logout', {}))).toBe(401);
  });

  test('is not awaited for ever', () => {
    expect(platform.app.server.requestTimeout).toBe(60_000);
  });
});

const isIn = async (browser: Browser): Promise<boolean> => (await browser.get('/api/investor/me')).statusCode === 200;
const SECURITY = '/api/investor/security';
const FORGOTTEN = `${SECURITY}/forgot-password`;
const STEP_UP = { method: 'password', password: 'Mua@2026' };

async function verifiedReset(email: string): Promise<string> {
  const browser = new Browser(platform);
  const { sessionId } = (await browser.post(FORGOTTEN, { channel: 'email', email })).json();
  await browser.post(`${FORGOTTEN}/${sessionId}/verify`, { code: await codeTo(platform, email) });
  return sessionId;
}

async function setForgotten(sessionId: string): Promise<number> {
  const set = await new Browser(platform).post(`${FORGOTTEN}/verify`, { sessionId, password: 'Qx7#mekong2' });
  return set.statusCode;
}

async function passwordTask(browser: Browser, to: string): Promise<() => ReturnType<Browser['post']>> {
  const newPassword = 'Qx7#mekong2';
  const change = { oldPassword: 'Mua@2026', newPassword, channel: 'email' };
  const { taskId } = (await browser.post(`${SECURITY}/change-password`, change)).json();
  const code = await codeTo(platform, to);
  return () => browser.post(`${SECURITY}/taskflow/${taskId}/verify`, { code });
}

describe('a sign-in with a password that is being changed', () => {
  test('is ended by the change when it came first', async () => {
    const sessionId = await verifiedReset('chi@mua.demo');
    const thief = new Browser(platform);
    const both = await whileHeld(platform.database.pool, 'lock table jar in exclusive mode', async (untilWaiting) => {
      const entered = thief.signIn('chi@mua.demo');
      await untilWaiting(1);
      const finished = setForgotten(sessionId);
      await Promise.race([finished, untilWaiting(2)]);
      return [entered, finished] as const;
    });
    expect((await Promise.all(both))[1]).toBe(200);
    expect(await isIn(thief)).toBe(false);
  });

  test('is judged by the new one when it came second', async () => {
    const hash = await hashPassword('Qx7#mekong2');
    const change = `update credential set password_hash = '${hash}' where investor_id = '108C000004'`;
    const entered = await during(platform.database.pool, change, () => new Browser(platform).signIn('dung@mua.demo'));
    expect(entered.json()).toMatchObject({ code: 'LoginWrongInfo', facts: { left: 4 } });
  });

  test('leaves no session that survives a crash right after the commit', async () => {
    const an = await signedIn(platform, 'an@mua.demo');
    const { database } = platform;
    // Records what exists when the new password is committed.
    await asOwner(
      database,
      `create function refuse_sessions() returns trigger language plpgsql as $$ begin
        if exists (select from jar_account where investor_id = new.investor_id) then raise 'a session is left'; end if;
        return null;
      end $$;
      create constraint trigger no_sessions after update on credential deferrable initially deferred
        for each row execute function refuse_sessions()`,
    );
    expect(await setForgotten(await verifiedReset('an@mua.demo'))).toBe(200);
    await asOwner(database, 'drop function refuse_sessions cascade');
    expect(await isIn(an)).toBe(false);
  });
});

describe('step-up and log-out at once', () => {
  test('do not step up a slot that was signed out meanwhile', async () => {
    const browser = await signedIn(platform, 'binh@mua.demo');
    const stepUp = () => browser.post(`${SECURITY}/step-up`, STEP_UP);
    const proved = await during(platform.database.pool, 'select from jar for update', stepUp, async () => {
      const other = new Browser(platform);
      other.cookie = browser.cookie;
      expect((await other.post('/api/investor/logout', {})).statusCode).toBe(200);
    });
    expect(proved.json().code).toBe('Unauthorized');
  });

  test('end the browser session under its new id too when everybody is logged out', async () => {
    const browser = await signedIn(platform, 'binh@mua.demo');
    const other = new Browser(platform);
    other.cookie = browser.cookie;
    const both = await whileHeld(platform.database.pool, 'select from jar_account for update', async (untilWaiting) => {
      const proved = browser.post(`${SECURITY}/step-up`, STEP_UP);
      await untilWaiting(1);
      const left = other.post('/api/investor/logout-all', {});
      await untilWaiting(2);
      return [proved, left];
    });
    await Promise.all(both);
    expect(await isIn(browser)).toBe(false);
  });
});

test('a new password is notified, though its slot was signed out while it was written', async () => {
  const { pool } = platform.database;
  await pool.query(`update credential set password_hash = '${await hashPassword('Mua@2026')}'`);
  const browser = await signedIn(platform, 'binh@mua.demo');
  const verify = await passwordTask(browser, 'binh@mua.demo');
  const done = await during(pool, 'select from jar for update', verify, async () => {
    const other = new Browser(platform);
    other.cookie = browser.cookie;
    expect((await other.post('/api/investor/logout', {})).statusCode).toBe(200);
  });
  expect([done.statusCode, done.json()]).toEqual([
    200,
    { purpose: 'change-password', resultId: null, authState: null },
  ]);
  expect(await isIn(browser)).toBe(false);
});

describe('two tasks of one investor verified in the same instant', () => {
  async function reset(to: string): Promise<() => ReturnType<Browser['post']>> {
    const sessionId = await verifiedReset(to);
    const body = { sessionId, password: 'Qx7#mekong2' };
    return () => new Browser(platform).post(`${FORGOTTEN}/verify`, body);
  }

  test('run one after the other, and one of them is done: pair by pair, many at once', async () => {
    const { pool } = platform.database;
    await pool.query(`update credential set password_hash = '${await hashPassword('Mua@2026')}'`);
    const people = ['an@mua.demo', 'binh@mua.demo', 'chi@mua.demo', 'dung@mua.demo'];
    const pairs: (() => ReturnType<Browser['post']>)[][] = [];
    for (const email of people) {
      const browser = await signedIn(platform, email);
      const first = await passwordTask(browser, email);
      pairs.push([first, email < 'c' ? await passwordTask(browser, email) : await reset(email)]);
    }
    // Each has taken its first lock before any gets further.
    const replies = await whileHeld(pool, 'lock table credential in exclusive mode', async (untilWaiting) => {
      const begun = pairs.flat().map((verify) => verify());
      await untilWaiting(begun.length);
      return begun;
    });
    const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(pairs.length);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
