import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewInvestor } from '#identity/accounts/investors.ts';
import { codeTo, outbox } from '#test/fixtures/codes.ts';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { newcomer } from '#test/fixtures/newcomer.ts';
import { Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { statementsOf } from '#test/fixtures/statements.ts';
import { wrong } from '#test/fixtures/wrong-code.ts';

const BASE = '/api/investor/security/forgot-password';
const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'Rau#muong7xao';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function forget(email: string): Promise<string> {
  const response = await new Browser(platform).post(BASE, { channel: 'email', email });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().sessionId;
}

function verify(sessionId: string, code: string) {
  return new Browser(platform).post(`${BASE}/${sessionId}/verify`, { code });
}

function finish(sessionId: string, password = NEW_PASSWORD) {
  return new Browser(platform).post(`${BASE}/verify`, { sessionId, password });
}

describe('a forgotten password', () => {
  test('is replaced by mail: sessions end, the lock is lifted, both addresses are notified', async () => {
    const address = await platform.listen();
    const inside = await signedIn(platform, 'an@mua.demo');
    const { ticket } = (await inside.post('/api/session/socket-ticket', {})).json();
    const unused = (await inside.post('/api/session/socket-ticket', {})).json().ticket;
    const feed = new FeedClient(address, '/investor/v1.0', { ticket });
    await feed.next('connect');
    for (let count = 0; count < 5; count += 1) await new Browser(platform).signIn('an@mua.demo', 'Wrong@2026');
    expect((await new Browser(platform).signIn('an@mua.demo')).json().code).toBe('LoginLocked');

    const sessionId = await forget('An@MUA.demo');
    expect(sessionId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect((await verify(sessionId, await codeTo(platform, 'an@mua.demo'))).json()).toEqual({});
    expect((await finish(sessionId)).json()).toEqual({});

    expect(await feed.next('unauthorized')).toMatchObject({ userId: '108C000001' });
    await feed.next('disconnect');
    const late = new FeedClient(address, '/investor/v1.0', { ticket: unused });
    expect(await late.next('connect_error')).toMatchObject({ message: 'Unauthorized' });
    late.close();
    expect((await inside.get('/api/investor/me')).statusCode).toBe(401);
    expect((await new Browser(platform).signIn('an@mua.demo')).json().code).toBe('LoginWrongInfo');
    expect((await new Browser(platform).signIn('an@mua.demo', NEW_PASSWORD)).statusCode).toBe(200);
    const reported = (await outbox(platform)).slice(0, 2);
    expect(reported.map(({ channel, to }) => [channel, to])).toEqual([
      ['phone', '0901000001'],
      ['email', 'an@mua.demo'],
    ]);
    for (const { text } of reported) expect(text).toContain('108C000001');
    expect((await finish(sessionId, 'Trang8@bien')).json().code).toBe('InvestorForgotPasswordSessionInvalid');
  });

  test('is replaced by phone number, and in the language of the browser', async () => {
    const response = await new Browser(platform).send({
      method: 'POST',
      url: BASE,
      payload: { channel: 'phone', phoneNumber: '0901000002' },
      headers: { 'accept-language': 'en-GB,en;q=0.9,vi;q=0.5' },
    });
    expect(response.json()).toMatchObject({ channel: 'phone', sentTo: '090•••••02', triesLeft: 5, resendsLeft: 3 });
    const [message] = await outbox(platform);
    expect(message).toMatchObject({ channel: 'phone', to: '0901000002', language: 'en', subject: null });
    expect(message?.text).toMatch(/^Mùa: \d{6} is your OTP code to reset the password, valid for 5 minutes\./);
  });

  test('is reset without storing a code or session id in a usable form', async () => {
    const sessionId = await forget('chi@mua.demo');
    const code = await codeTo(platform, 'chi@mua.demo');
    const { rows } = await platform.database.pool.query<{ text: string }>(
      'select t::text as text from otp_task t union all select m::text from outgoing_message m',
    );
    const text = rows.map((row) => row.text).join('\n');
    expect(text).not.toContain(sessionId);
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  test('can be reset again in the same session after a common password was refused', async () => {
    const sessionId = await forget('dung@mua.demo');
    await verify(sessionId, await codeTo(platform, 'dung@mua.demo'));
    expect((await finish(sessionId, 'P@ssw0rd1')).json().code).toBe('PasswordTooCommon');
    expect((await finish(sessionId, 'short')).json().code).toBe('BadRequest');
    expect((await finish(sessionId)).statusCode).toBe(200);
  });

  test('has a code valid for five minutes, and a verified session for five more', async () => {
    const slow = await forget('binh@mua.demo');
    const code = await codeTo(platform, 'binh@mua.demo');
    platform.clock.advanceBy(5 * 60_000);
    expect((await verify(slow, code)).json()).toMatchObject({
      code: 'InvestorForgotPasswordOtpInvalid',
      facts: { left: 5 },
    });
    const session = await forget('binh@mua.demo');
    await verify(session, await codeTo(platform, 'binh@mua.demo'));
    platform.clock.advanceBy(5 * 60_000);
    expect((await finish(session)).json().code).toBe('InvestorForgotPasswordSessionInvalid');
  });

  test("can't be set before the code", async () => {
    const sessionId = await forget('binh@mua.demo');
    expect((await finish(sessionId)).json().code).toBe('InvestorForgotPasswordSessionInvalid');
    expect((await finish('never-was')).json().code).toBe('InvestorForgotPasswordSessionInvalid');
  });
});

describe('an unknown address', () => {
  test('gets the same answers all the way, and never a new password', async () => {
    platform.clock.advanceBy(HOUR_MS);
    const stories = [];
    for (const email of ['em@mua.demo', 'eve@mua.demo']) {
      const begun = await new Browser(platform).post(BASE, { channel: 'email', email });
      const { sessionId, ...delivery } = begun.json();
      const answers = [[begun.statusCode, delivery]];
      const notify = (response: { statusCode: number; json(): { requestId?: string; sessionId?: string } }): void => {
        const { requestId: _one, sessionId: _two, ...body } = response.json();
        answers.push([response.statusCode, body]);
      };
      notify(await new Browser(platform).post(`${BASE}/${sessionId}/resend`, {}));
      platform.clock.advanceBy(60_000);
      notify(await new Browser(platform).post(`${BASE}/${sessionId}/resend`, {}));
      const code = email === 'em@mua.demo' ? await codeTo(platform, email) : '000000';
      for (let count = 0; count < 6; count += 1) notify(await verify(sessionId, wrong(code)));
      notify(await finish(sessionId));
      stories.push(JSON.stringify(answers).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T'));
    }
    expect(stories[0]).toBe(stories[1]);
    expect(stories[0]).toContain('"left":1');
    expect((await outbox(platform)).some(({ to }) => to === 'eve@mua.demo')).toBe(false);
  });

  test('costs what an investor’s costs: the same statements, in the same order', async () => {
    // The address has no sign-ins, and the clock stands still, because these would add statements of their own.
    const asked = (email: string) => statementsOf(() => ask({ email }, '192.0.2.50'));
    const [known, unknown] = [await asked('chi@mua.demo'), await asked('nobody@mua.demo')];
    expect(known.join('\n')).toContain('insert into outgoing_message');
    expect(unknown).toEqual(known);
  });
});

/** Requests a session from some network address. */
function ask(recipient: { email: string } | { phoneNumber: string }, remoteAddress: string) {
  const channel = 'email' in recipient ? 'email' : 'phone';
  return new Browser(platform).send({ method: 'POST', url: BASE, payload: { channel, ...recipient }, remoteAddress });
}

describe('messages to one address', () => {
  test('are ten an hour and five per requester, known or not, however many ask at once', async () => {
    platform.clock.advanceBy(HOUR_MS);
    for (const email of ['binh@mua.demo', 'mallory@mua.demo']) {
      const sent = async () => (await outbox(platform)).filter(({ to }) => to === email).length;
      const before = await sent();
      for (const address of ['192.0.2.1', '192.0.2.2']) {
        const asked = Array.from({ length: 15 }, () => ask({ email }, address));
        const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
        expect(statuses.filter((status) => status === 201)).toHaveLength(5);
        expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      }
      expect((await ask({ email }, '192.0.2.3')).statusCode).toBe(429);
      expect((await sent()) - before).toBe(email === 'binh@mua.demo' ? 10 : 0);
    }
    // The other address of the same investor answers like a stranger's, and nothing is sent.
    const phone = await ask({ phoneNumber: '0901000002' }, '192.0.2.3');
    expect(phone.statusCode).toBe(201);
    expect((await outbox(platform))[0]?.channel).toBe('email');
    // Strangers use up nothing of an address from which the owner has signed in.
    await signedIn(platform, 'binh@mua.demo');
    expect((await ask({ email: 'binh@mua.demo' }, '127.0.0.1')).statusCode).toBe(201);
    expect((await outbox(platform))[0]?.to).toBe('binh@mua.demo');
  });

  test.each([
    ['address', () => '192.0.2.3'],
    ['network of IPv6 addresses', (count: number) => `2001:db8:1:2::${count}`],
  ])('from one %s are sixty', async (_what, addressOf) => {
    platform.clock.advanceBy(HOUR_MS);
    const statuses = [];
    for (let count = 0; count < 61; count += 1) {
      const email = `someone${count}@mua.demo`;
      statuses.push((await ask({ email }, addressOf(count))).statusCode);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('wrong codes', () => {
  let owner: NewInvestor;
  beforeEach(async () => {
    owner = await newcomer(platform);
  });

  /**
   * Requests this many sessions from an address, each with this many wrong guesses; returns whether the right code
   * works afterwards.
   */
  async function guess(times: number, remoteAddress: string): Promise<boolean> {
    const begun = await ask({ email: owner.email }, remoteAddress);
    expect(begun.statusCode).toBe(201);
    const { sessionId } = begun.json();
    const code = await codeTo(platform, owner.email);
    for (let count = 0; count < times; count += 1) await verify(sessionId, wrong(code));
    return (await verify(sessionId, code)).statusCode === 200;
  }

  test('of a stranger block the stranger, and neither the owner’s reset nor their other changes', async () => {
    platform.clock.advanceBy(24 * HOUR_MS);
    for (let count = 0; count < 3; count += 1) await guess(4, '192.0.2.10');
    expect(await guess(0, '192.0.2.10')).toBe(false);
    expect(await guess(0, '192.0.2.11')).toBe(true);

    const browser = await signedIn(platform, owner.email);
    const password = { oldPassword: 'Mua@2026', newPassword: NEW_PASSWORD, channel: 'email' };
    const { taskId } = (await browser.post('/api/investor/security/change-password', password)).json();
    const code = await codeTo(platform, owner.email);
    const changed = await browser.post(`/api/investor/security/taskflow/${taskId}/verify`, { code });
    expect(changed.statusCode).toBe(200);
  });

  test('of all strangers are limited to twenty a day, and do not count against the owner’s', async () => {
    // The owner has signed in from here before.
    await signedIn(platform, owner.email);
    platform.clock.advanceBy(24 * HOUR_MS);
    for (let stranger = 0; stranger < 2; stranger += 1) {
      platform.clock.advanceBy(HOUR_MS);
      for (let count = 0; count < 2; count += 1) await guess(5, `192.0.2.${stranger}`);
    }
    platform.clock.advanceBy(HOUR_MS);
    expect(await guess(0, '192.0.2.99')).toBe(false);
    expect(await guess(0, '127.0.0.1')).toBe(true);
  });
});
