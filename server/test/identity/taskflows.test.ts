import { LIMITS } from '@mua/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeTo, outbox, stepUp } from '#test/fixtures/codes.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { newcomer } from '#test/fixtures/newcomer.ts';
import { Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { wrong } from '#test/fixtures/wrong-code.ts';

const BASE = '/api/investor/security';
const HOUR_MS = 3_600_000;
const UNKNOWN_TASK = 'AAAAAAAAAAAAAAAAAAAAAA';

let platform: Platform;
let address: string;

beforeAll(async () => {
  platform = await startPlatform();
  address = await platform.listen();
});
afterAll(() => platform.close());

async function begin(browser: Browser, what: string, body: object) {
  const response = await browser.post(`${BASE}/${what}`, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

function verify(browser: Browser, taskId: string, code: string) {
  return browser.post(`${BASE}/taskflow/${taskId}/verify`, { code });
}

describe('a change of password', () => {
  test('is proved by the old one, confirmed by a code, and signs everybody else out', async () => {
    const here = await signedIn(platform, 'chi@mua.demo');
    const there = await signedIn(platform, 'chi@mua.demo');
    const task = await begin(here, 'change-password', { oldPassword: 'Mua@2026', newPassword: 'Rau#muong7xao' });
    expect(task).toMatchObject({ purpose: 'change-password', channel: 'email', sentTo: 'c•••@mua.demo' });
    const [cookie, slot] = [here.cookie, here.slot];
    const done = await verify(here, task.taskId, await codeTo(platform, 'chi@mua.demo'));
    expect(done.statusCode, done.body).toBe(200);
    const { authState } = done.json();
    expect(authState.accessToken.value).not.toBe(slot);
    expect(here.cookie).not.toBe(cookie);
    here.slot = authState.accessToken.value;
    expect((await here.get('/api/investor/me')).statusCode).toBe(200);
    expect((await there.get('/api/investor/me')).statusCode).toBe(401);
    const replay = { method: 'GET', url: '/api/investor/me', headers: { cookie: cookie ?? '' } } as const;
    expect((await new Browser(platform).send(replay)).statusCode).toBe(401);
    expect((await new Browser(platform).signIn('chi@mua.demo')).statusCode).toBe(401);
    expect((await new Browser(platform).signIn('chi@mua.demo', 'Rau#muong7xao')).statusCode).toBe(200);
    expect((await verify(here, task.taskId, await codeTo(platform, 'chi@mua.demo'))).json().code).toBe(
      'VerifyTaskflowFailed',
    );
    const { rows } = await platform.database.pool.query<{ payload: string }>('select payload from otp_task');
    expect(rows.every(({ payload }) => !payload.includes('Rau#muong7xao'))).toBe(true);
  });

  test('with a wrong old password counts as a failed sign-in', async () => {
    const here = await signedIn(platform, 'dung@mua.demo');
    const change = { oldPassword: 'Wrong@2026', newPassword: 'Rau#muong7xao' };
    const codes = [];
    for (let count = 0; count < 5; count += 1) {
      codes.push((await here.post(`${BASE}/change-password`, change)).json().code);
    }
    expect(codes).toEqual([...Array(4).fill('UserChangePasswordIncorrect'), 'LoginLocked']);
    expect((await new Browser(platform).signIn('dung@mua.demo')).json().code).toBe('LoginLocked');
    expect((await here.get('/api/investor/me')).statusCode).toBe(200);
    platform.clock.advanceBy(HOUR_MS);
    const common = { oldPassword: 'Mua@2026', newPassword: 'Password1!' };
    expect((await here.post(`${BASE}/change-password`, common)).json().code).toBe('PasswordTooCommon');
  });

  test('voids every other task that waits for a code', async () => {
    const here = await signedIn(platform, 'dung@mua.demo');
    await stepUp(here);
    const other = await begin(here, 'change-email', { email: 'elsewhere@mua.demo' });
    const otherCode = await codeTo(platform, 'elsewhere@mua.demo');
    const change = { oldPassword: 'Mua@2026', newPassword: 'Trang8@bien', channel: 'phone' };
    const task = await begin(here, 'change-password', change);
    const done = await verify(here, task.taskId, await codeTo(platform, '0901000004'));
    here.slot = done.json().authState.accessToken.value;
    expect((await verify(here, other.taskId, otherCode)).json().code).toBe('VerifyTaskflowFailed');
  });
});

describe('a change of address', () => {
  test('of email: the code goes to the new one, the notice to the old one', async () => {
    const here = await signedIn(platform, 'binh@mua.demo');
    const email = 'binh.tran@mua.demo';
    expect((await here.post(`${BASE}/change-email`, { email })).json().code).toBe('StepUpRequired');
    await stepUp(here);
    expect((await here.post(`${BASE}/change-email`, { email: 'AN@mua.demo' })).json().code).toBe('EmailExisted');
    const task = await begin(here, 'change-email', { email: 'Binh.Tran@mua.demo' });
    const done = await verify(here, task.taskId, await codeTo(platform, email));
    expect(done.json()).toEqual({ purpose: 'change-email', resultId: null, authState: null });
    expect((await here.get('/api/investor/me')).json().email).toBe(email);
    const [notice] = await outbox(platform);
    expect([notice?.to, notice?.subject]).toEqual(['binh@mua.demo', 'Email của tài khoản Mùa đã đổi']);
  });

  test('of email voids what was sent to the old one: its reader can’t reset a forgotten password', async () => {
    const { email } = await newcomer(platform);
    const here = await signedIn(platform, email);
    const thief = new Browser(platform);
    const reset = (await thief.post(`${BASE}/forgot-password`, { channel: 'email', email })).json();
    const code = await codeTo(platform, email);
    expect((await thief.post(`${BASE}/forgot-password/${reset.sessionId}/verify`, { code })).statusCode).toBe(200);
    await stepUp(here);
    const task = await begin(here, 'change-email', { email: 'moved@mua.demo' });
    expect((await verify(here, task.taskId, await codeTo(platform, 'moved@mua.demo'))).statusCode).toBe(200);
    const set = { sessionId: reset.sessionId, password: 'Trang8@bien' };
    const late = await thief.post(`${BASE}/forgot-password/verify`, set);
    expect(late.json().code).toBe('InvestorForgotPasswordSessionInvalid');
  });

  test('reveals at most ten times an hour that an address is somebody else’s', async () => {
    const here = await signedIn(platform, 'an@mua.demo');
    await stepUp(here);
    const codes = new Set<string>();
    for (let count = 0; count < 10; count += 1) {
      codes.add((await here.post(`${BASE}/change-email`, { email: 'dung@mua.demo' })).json().code);
    }
    expect(codes).toEqual(new Set(['EmailExisted']));
    expect((await here.post(`${BASE}/change-email`, { email: 'dung@mua.demo' })).json().code).toBe('TooManyRequests');
  });

  test('of phone number is refused at the end when the number was taken meanwhile', async () => {
    platform.clock.advanceBy(HOUR_MS);
    const [an, binh] = [await signedIn(platform, 'an@mua.demo'), await signedIn(platform, '0901000002')];
    await stepUp(an);
    await stepUp(binh);
    expect((await an.post(`${BASE}/change-phone`, { phoneNumber: '0901000002' })).json().code).toBe(
      'PhoneNumberExisted',
    );
    const phoneNumber = '0988000111';
    const first = await begin(an, 'change-phone', { phoneNumber });
    const firstCode = await codeTo(platform, phoneNumber);
    const second = await begin(binh, 'change-phone', { phoneNumber });
    const secondCode = await codeTo(platform, phoneNumber);
    expect((await verify(binh, second.taskId, secondCode)).statusCode).toBe(200);
    expect((await outbox(platform))[0]).toMatchObject({ channel: 'phone', to: '0901000002' });
    const late = await verify(an, first.taskId, firstCode);
    expect([late.statusCode, late.json().code]).toEqual([409, 'PhoneNumberExisted']);
  });
});

describe('codes', () => {
  test('are checked at most five times, over HTTP, out of two hundred guesses at once', async () => {
    platform.clock.advanceBy(2 * HOUR_MS);
    const an = new InvestorClient(address);
    await an.signIn('108C000001');
    await an.post(`${BASE}/step-up`, { method: 'password', password: 'Mua@2026' });
    const { body: task } = await an.post(`${BASE}/change-email`, { email: 'race@mua.demo' });
    const code = await codeTo(platform, 'race@mua.demo');
    const guesses = Array.from({ length: 200 }, (_, index) => {
      const guess = String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');
      return an.post(`${BASE}/taskflow/${task.taskId}/verify`, { code: guess });
    });
    const answers = await Promise.all(guesses);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    const looked = answers.filter(({ body }) => body.facts.left > 0);
    expect(looked).toHaveLength(4);
    const { rows } = await platform.database.pool.query<{ tries: number }>(
      `select tries from otp_task where recipient = 'race@mua.demo'`,
    );
    expect(rows).toEqual([{ tries: LIMITS.otpTries }]);
    const failures = await platform.database.pool.query(
      `select 1 from otp_failure where subject = 'investor:108C000001' and at_ms = $1`,
      [platform.clock.nowMs()],
    );
    expect(failures.rowCount).toBe(LIMITS.otpTries);
    // By now even the right code comes too late.
    expect((await an.post(`${BASE}/taskflow/${task.taskId}/verify`, { code })).body.code).toBe('VerifyTaskflowFailed');
  });

  test('work exactly once when the right one is sent many times at once', async () => {
    platform.clock.advanceBy(2 * HOUR_MS);
    const an = new InvestorClient(address);
    await an.signIn('108C000001');
    await an.post(`${BASE}/step-up`, { method: 'password', password: 'Mua@2026' });
    const { body: task } = await an.post(`${BASE}/change-email`, { email: 'once@mua.demo' });
    const code = await codeTo(platform, 'once@mua.demo');
    const all = Array.from({ length: 20 }, () => an.post(`${BASE}/taskflow/${task.taskId}/verify`, { code }));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { body } = await an.post(`${BASE}/step-up`, { method: 'password', password: 'Mua@2026' });
    expect(body.stepUpUntil).not.toBeNull();
  });

  test('are voided by a resent one, which adds no new attempts', async () => {
    platform.clock.advanceBy(2 * HOUR_MS);
    const an = await signedIn(platform, '108C000001');
    await stepUp(an);
    const { taskId } = await begin(an, 'change-email', { email: 'resent@mua.demo' });
    const first = await codeTo(platform, 'resent@mua.demo');
    const resend = () => an.post(`${BASE}/taskflow/${taskId}/resend`, {});
    expect((await resend()).json()).toMatchObject({ code: 'ResendTaskflowOtpFailed', facts: { seconds: 60 } });
    expect((await verify(an, taskId, wrong(first))).json().facts).toEqual({ left: 4 });
    platform.clock.advanceBy(60_000);
    expect((await resend()).json()).toMatchObject({ triesLeft: 4, resendsLeft: 2, purpose: 'change-email' });
    const second = await codeTo(platform, 'resent@mua.demo');
    expect(second).not.toBe(first);
    expect((await verify(an, taskId, first)).json()).toMatchObject({
      code: 'VerifyTaskflowFailed',
      facts: { left: 3 },
    });
    for (const left of [1, 0]) {
      platform.clock.advanceBy(60_000);
      expect((await resend()).json().resendsLeft).toBe(left);
    }
    platform.clock.advanceBy(60_000);
    const refused = await resend();
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { facts: { seconds: 240 } }]);
    expect((await verify(an, taskId, await codeTo(platform, 'resent@mua.demo'))).statusCode).toBe(200);
  });

  test('that have expired may be sent again, for half an hour', async () => {
    platform.clock.advanceBy(2 * HOUR_MS);
    const an = await signedIn(platform, '108C000001');
    await stepUp(an);
    const { taskId } = await begin(an, 'change-email', { email: 'slow@mua.demo' });
    const old = await codeTo(platform, 'slow@mua.demo');
    platform.clock.advanceBy(LIMITS.otpTtlMs);
    expect((await verify(an, taskId, old)).json()).toMatchObject({ code: 'VerifyTaskflowFailed', facts: { left: 5 } });
    expect((await an.post(`${BASE}/taskflow/${taskId}/resend`, {})).statusCode).toBe(200);
    platform.clock.advanceBy(LIMITS.otpTaskMs);
    expect((await an.post(`${BASE}/taskflow/${taskId}/resend`, {})).json().code).toBe('VerifyTaskflowFailed');
  });

  test('belong to their task, their investor and their purpose, and a foreign task looks like none', async () => {
    platform.clock.advanceBy(2 * HOUR_MS);
    const [an, binh] = [await signedIn(platform, '108C000001'), await signedIn(platform, '108C000002')];
    await stepUp(an);
    await stepUp(binh);
    const one = await begin(an, 'change-email', { email: 'one@mua.demo' });
    await begin(an, 'change-email', { email: 'two@mua.demo' });
    const codes = { one: await codeTo(platform, 'one@mua.demo'), two: await codeTo(platform, 'two@mua.demo') };
    expect((await verify(an, one.taskId, codes.two)).json().code).toBe('VerifyTaskflowFailed');
    const texts = [];
    for (const taskId of [one.taskId, UNKNOWN_TASK]) {
      const { requestId: _id, ...body } = (await verify(binh, taskId, codes.one)).json();
      const { requestId: _other, ...resent } = (await binh.post(`${BASE}/taskflow/${taskId}/resend`, {})).json();
      texts.push(JSON.stringify([body, resent]));
    }
    expect(texts[0]).toBe(texts[1]);
    // A taskflow is not accepted as a reset, nor a reset as a taskflow.
    const asReset = await new Browser(platform).post(`${BASE}/forgot-password/${one.taskId}/verify`, {
      code: codes.one,
    });
    expect(asReset.json().code).toBe('InvestorForgotPasswordSessionInvalid');
    const { email } = (await an.get('/api/investor/me')).json();
    const forgotten = await new Browser(platform).post(`${BASE}/forgot-password`, { channel: 'email', email });
    const reset = await verify(an, forgotten.json().sessionId, await codeTo(platform, email));
    expect(reset.json().code).toBe('VerifyTaskflowFailed');
    expect((await verify(an, one.taskId, codes.one)).statusCode).toBe(200);
  });

  test('do not confirm what was changed in the meantime', async () => {
    platform.clock.advanceBy(2 * HOUR_MS);
    const an = await signedIn(platform, '108C000001');
    await stepUp(an);
    const mine = await begin(an, 'change-email', { email: 'mine@mua.demo' });
    const code = await codeTo(platform, 'mine@mua.demo');
    const { pool } = platform.database;
    const setPayload = (email: string) =>
      pool.query(`update otp_task set payload = $1 where recipient = 'mine@mua.demo'`, [JSON.stringify({ email })]);
    await setPayload('thief@mua.demo');
    expect((await verify(an, mine.taskId, code)).json().code).toBe('VerifyTaskflowFailed');
    const other = await begin(an, 'change-email', { email: 'other@mua.demo' });
    await pool.query(
      `update otp_task set code_hash = (select code_hash from otp_task where recipient = 'mine@mua.demo')
       where recipient = 'other@mua.demo'`,
    );
    expect((await verify(an, other.taskId, code)).json().code).toBe('VerifyTaskflowFailed');
    await setPayload('mine@mua.demo');
    expect((await verify(an, mine.taskId, code)).statusCode).toBe(200);
  });

  test('may be wrong ten times an hour and twenty a day, over all tasks', async () => {
    platform.clock.advanceBy(30 * HOUR_MS);
    const an = await signedIn(platform, '108C000001');
    let count = 0;
    /** Starts a task and sends this many wrong guesses; tells whether the right code works afterwards. */
    async function guess(times: number): Promise<boolean> {
      await stepUp(an);
      count += 1;
      const email = `guess${count}@mua.demo`;
      const { taskId } = await begin(an, 'change-email', { email });
      const code = await codeTo(platform, email);
      for (let index = 0; index < times; index += 1) await verify(an, taskId, wrong(code));
      return (await verify(an, taskId, code)).statusCode === 200;
    }
    expect(await guess(4)).toBe(true);
    expect(await guess(4)).toBe(true);
    expect(await guess(1)).toBe(true);
    expect(await guess(1)).toBe(false);
    platform.clock.advanceBy(HOUR_MS);
    expect(await guess(4)).toBe(true);
    expect(await guess(4)).toBe(true);
    expect(await guess(2)).toBe(false);
    platform.clock.advanceBy(HOUR_MS);
    expect(await guess(0)).toBe(false);
    platform.clock.advanceBy(24 * HOUR_MS);
    expect(await guess(0)).toBe(true);
  });

  test('tasks are limited to ten an hour', async () => {
    platform.clock.advanceBy(30 * HOUR_MS);
    const an = await signedIn(platform, '108C000001');
    await stepUp(an);
    const asked = Array.from({ length: 15 }, (_, index) =>
      an.post(`${BASE}/change-email`, { email: `many${index}@mua.demo` }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json()).toMatchObject({ code: 'TooManyRequests', facts: { seconds: 360 } });
  });
});

describe('a clock that is set back', () => {
  afterEach(() => vi.restoreAllMocks());

  test('gives a code no longer life, and does not keep another from being sent', async () => {
    const { email } = await newcomer(platform);
    const browser = await signedIn(platform, email);
    await stepUp(browser);
    const task = await begin(browser, 'change-email', { email: 'moi@mua.demo' });
    const code = await codeTo(platform, 'moi@mua.demo');
    const before = platform.clock.nowMs();
    vi.spyOn(platform.clock, 'nowMs').mockReturnValue(before - 60_000);
    expect((await verify(browser, task.taskId, code)).json().code).toBe('VerifyTaskflowFailed');
    expect((await browser.post(`${BASE}/taskflow/${task.taskId}/resend`, {})).json().resendsLeft).toBe(2);
    const done = await verify(browser, task.taskId, await codeTo(platform, 'moi@mua.demo'));
    expect(done.statusCode).toBe(200);
  });
});
