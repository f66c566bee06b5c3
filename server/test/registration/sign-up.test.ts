/**
 * Checks the way from a stranger to an investor: the code, what is taken, who comes first, and what becomes of a closed
 * tab.
 */
import { LIMITS } from '@mua/contract/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Applicant,
  applicant,
  COMPANY,
  NEW_PASSWORD,
  signedUp,
  signUp,
  statusOf,
} from '#test/fixtures/applicant.ts';
import { codeTo, outbox } from '#test/fixtures/codes.ts';
import { pictureForm, stageDocuments } from '#test/fixtures/documents.ts';
import { Browser, ENDLESS_SIGN_INS, type Platform, startPlatform } from '#test/fixtures/platform.ts';
import { wrong as wrongCode } from '#test/fixtures/wrong-code.ts';

let platform: Platform;
let who: Applicant;
let draws: string[] = [];
let drawn = 0;

beforeAll(async () => {
  platform = await startPlatform({
    limits: { signInAttempts: ENDLESS_SIGN_INS },
    documents: stageDocuments(),
    drawCode() {
      drawn += 1;
      return draws.shift() ?? `108C${200_000 + drawn}`;
    },
  });
});
afterAll(() => platform.close());
beforeEach(() => {
  who = applicant();
});
// This forgets the hour's sign-ups.
afterEach(() => platform.clock.advanceBy(3_600_000));

const post = (path: string, body: object) => new Browser(platform).post(path, body);

async function verify(sessionId: string, email = who.email, browser = new Browser(platform)) {
  const code = await codeTo(platform, email);
  const response = await browser.post(`/api/investor/register/${sessionId}/verify`, { code });
  if (response.statusCode === 201) browser.slot = response.json().accessToken.value;
  return response;
}

describe('a person', () => {
  test('does not exist before the code is verified, and is signed in with it', async () => {
    const session = await signUp(platform, who);
    expect(session).toMatchObject({ channel: 'email', sentTo: 'm•••@mua.demo', triesLeft: LIMITS.otpTries });
    expect(session.resendAfter).toBe(session.resendAt);
    expect((await new Browser(platform).signIn(who.email, who.password)).json().code).toBe('LoginWrongInfo');

    const browser = new Browser(platform);
    const verified = await verify(session.sessionId, who.email, browser);
    expect(verified.statusCode).toBe(201);
    expect(verified.json()).toMatchObject({ isAuth: true, accounts: [{ user: {} }] });
    expect((await browser.get('/api/investor/me')).json()).toMatchObject({
      ...{ status: 'DRAFT', kind: 'individual', fullName: who.fullName, email: who.email, phoneNumber: who.phone },
      ...{ nextStep: 'FINISH_APPLICATION', investorCode: expect.stringMatching(/^108C\d{6}$/) },
    });
    expect((await new Browser(platform).signIn(who.phone, who.password)).statusCode).toBe(200);
  });

  test('is addressed in their language, and no password is stored in the clear', async () => {
    await signUp(platform, { ...who, language: 'vi' });
    const [message] = await outbox(platform);
    expect(message).toMatchObject({ to: who.email, subject: 'Mã OTP mở tài khoản Mùa' });
    const rows = await platform.database.pool.query('select * from otp_task');
    expect(JSON.stringify(rows.rows, (_, value) => String(value))).not.toContain(NEW_PASSWORD);
  });

  test('has a mailbox of their own at once', async () => {
    const { browser, investorId } = await signedUp(platform, who);
    const mailbox = `/api/notification/${investorId}/mailbox`;
    expect((await browser.get(mailbox)).json()).toEqual({ items: [], nextCursor: null });
    const { browser: other } = await signedUp(platform, applicant());
    expect((await other.get(mailbox)).json().code).toBe('NotFound');
    expect((await browser.get(`/api/order/${investorId}/open-positions`)).json().code).toBe('NotFound');
  });

  test('joins those who are signed in in the same browser', async () => {
    const browser = new Browser(platform);
    await browser.signIn('an@mua.demo');
    const cookie = browser.cookie;
    const { sessionId } = await signUp(platform, who);
    const verified = await verify(sessionId, who.email, browser);
    expect(verified.json().accounts).toHaveLength(2);
    expect(browser.cookie).not.toBe(cookie);
  });
});

describe('a business', () => {
  test('chooses its number, and its application has its name and tax code', async () => {
    const { sessionId } = await signUp(platform, {
      ...who,
      ...COMPANY,
      customerCode: '108C688688',
      agentCode: 'mua-01',
    });
    const browser = new Browser(platform);
    await verify(sessionId, who.email, browser);
    expect((await browser.get('/api/investor/me')).json()).toMatchObject({
      ...{ investorCode: '108C688688', kind: 'business', fullName: COMPANY.companyName },
    });
    expect((await browser.get('/api/investor/registration')).json()).toMatchObject({
      ...{ kind: 'BUSINESS', agentCode: 'MUA-01', isComplete: false },
      fields: { companyName: COMPANY.companyName, taxCode: COMPANY.taxCode, fullName: who.fullName },
    });
  });

  test('must give its name and tax code', async () => {
    const { taxCode: _none, ...nameless } = COMPANY;
    expect((await post('/api/investor/v2/register', { ...who, ...nameless })).json().code).toBe('BadRequest');
  });
});

describe('refusals', () => {
  test.each([
    [{ email: 'An@Mua.demo' }, 'InvestorEmailExisted'],
    [{ phone: '0901000002' }, 'InvestorPhoneExisted'],
    [{ agentCode: 'NOBODY' }, 'BrokerNotFound'],
    [{ password: 'Password@1' }, 'PasswordTooCommon'],
    [{ password: 'short' }, 'BadRequest'],
    [{ phone: '0123' }, 'BadRequest'],
  ])('%j: %s', async (change, code) => {
    expect((await post('/api/investor/register', { ...who, ...change })).json().code).toBe(code);
  });

  test('a number that is taken, with the nearest free one', async () => {
    const wish = { ...who, ...{ kind: 'PERSONAL', customerCode: '108C000002' } };
    const response = await post('/api/investor/v2/register', wish);
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'IdInvestorCodeExisted', facts: { free: '108C000006' } },
    ]);
  });

  test('an empty agent code means no agent', async () => {
    expect((await post('/api/investor/register', { ...who, agentCode: ' ' })).statusCode).toBe(201);
  });
});

describe('the code', () => {
  test('has a limit of attempts, and a new one adds none', async () => {
    const { sessionId } = await signUp(platform, who);
    const right = await codeTo(platform, who.email);
    const attempt = (code: string) => post(`/api/investor/register/${sessionId}/verify`, { code });
    for (let left = LIMITS.otpTries - 1; left >= 0; left -= 1)
      expect((await attempt(wrongCode(right))).json()).toMatchObject({ code: 'VerifyTaskflowFailed', facts: { left } });
    expect((await attempt(right)).json().code).toBe('VerifyTaskflowFailed');
  });

  test('is sent again after a minute, by either version of the call', async () => {
    const { sessionId } = await signUp(platform, who);
    const first = await codeTo(platform, who.email);
    const again = () => post(`/api/investor/v2/register/${sessionId}/resend`, {});
    expect((await again()).json()).toMatchObject({ code: 'ResendTaskflowOtpFailed', facts: { seconds: 60 } });
    platform.clock.advanceBy(LIMITS.otpResendGapMs);
    expect((await again()).json()).toMatchObject({ sessionId, resendsLeft: LIMITS.otpResends - 1 });
    const second = await codeTo(platform, who.email);
    if (first !== second) {
      const stale = await post(`/api/investor/register/${sessionId}/verify`, { code: first });
      expect(stale.json().code).toBe('VerifyTaskflowFailed');
    }
    expect((await verify(sessionId)).statusCode).toBe(201);
  });

  test('of a sign-up is useless elsewhere, and another’s for a sign-up', async () => {
    const { sessionId } = await signUp(platform, who);
    const code = await codeTo(platform, who.email);
    const reset = await post(`/api/investor/security/forgot-password/${sessionId}/verify`, { code });
    expect(reset.json().code).toBe('InvestorForgotPasswordSessionInvalid');
    const forgot = { channel: 'email', email: 'chi@mua.demo' };
    const other = (await post('/api/investor/security/forgot-password', forgot)).json();
    const chis = await codeTo(platform, 'chi@mua.demo');
    expect((await post(`/api/investor/register/${other.sessionId}/verify`, { code: chis })).json().code).toBe(
      'NotFound',
    );
  });

  test('is used once; whoever sends it again, the answer lost on its way, is told to sign in', async () => {
    const { sessionId } = await signUp(platform, who);
    const code = await codeTo(platform, who.email);
    const answers = [];
    for (const sent of [code, code, wrongCode(code)])
      answers.push(await post(`/api/investor/register/${sessionId}/verify`, { code: sent }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409, 404]);
    expect(answers[1]?.json().code).toBe('InvestorEmailExisted');
    platform.clock.advanceBy(LIMITS.otpTtlMs);
    expect((await post(`/api/investor/register/${sessionId}/verify`, { code })).json().code).toBe('NotFound');
  });

  test('of two clicks at once enters one person', async () => {
    const { sessionId } = await signUp(platform, who);
    const code = await codeTo(platform, who.email);
    const click = () => post(`/api/investor/register/${sessionId}/verify`, { code });
    const answers = await Promise.all([click(), click()]);
    expect(answers.map((answer) => answer.json().code ?? 'in').sort()).toEqual(['InvestorEmailExisted', 'in']);
  });
});

describe('interruptions', () => {
  test('a closed tab costs nothing: sign-ups with one address stand beside each other until one is verified', async () => {
    const first = await signUp(platform, who);
    const code = await codeTo(platform, who.email);
    const second = await signUp(platform, { ...who, phone: applicant().phone });
    const other = await codeTo(platform, who.email);
    expect((await post(`/api/investor/register/${first.sessionId}/verify`, { code })).statusCode).toBe(201);
    expect((await post(`/api/investor/register/${second.sessionId}/verify`, { code: other })).json().code).toBe(
      'InvestorEmailExisted',
    );
  });

  test('half an hour later the sign-up has expired', async () => {
    const { sessionId } = await signUp(platform, who);
    platform.clock.advanceBy(LIMITS.otpTaskMs);
    expect((await post(`/api/investor/register/${sessionId}/resend`, {})).json().code).toBe('NotFound');
  });

  test('an expired, used or unknown sign-up gets the same answer to the letter', async () => {
    const old = await signUp(platform, who);
    platform.clock.advanceBy(LIMITS.otpTaskMs);
    const used = await signUp(platform, { ...who, ...applicant() });
    const { to } = (await outbox(platform))[0] ?? { to: '' };
    await verify(used.sessionId, to);
    const tales = [];
    for (const id of [old.sessionId, used.sessionId, 'A'.repeat(22)]) {
      const { statusCode, headers, body } = await post(`/api/investor/register/${id}/verify`, { code: '000000' });
      const { date: _date, 'x-request-id': _id, ...told } = headers;
      tales.push({ statusCode, told, body: body.replace(/"requestId":"[^"]*"/, '') });
    }
    expect(tales[1]).toEqual(tales[0]);
    expect(tales[2]).toEqual(tales[0]);
    expect(tales[0]).toMatchObject({ statusCode: 404 });
  });

  test('a picture sent before the code belongs to the investor afterwards', async () => {
    const { sessionId } = await signUp(platform, who);
    const uploaded = await new Browser(platform).send({
      ...{ method: 'POST', url: `/api/investor/register/${sessionId}/images` },
      ...pictureForm('ID_FRONT'),
    });
    expect(uploaded.statusCode).toBe(201);
    const browser = new Browser(platform);
    await verify(sessionId, who.email, browser);
    expect((await browser.get('/api/investor/registration')).json().pictures).toEqual([uploaded.json()]);
  });
});

describe('races', () => {
  const two = async (one: object, other: object) => {
    const sessions = [await signUp(platform, one), await signUp(platform, other)];
    const mails = [one, other].map((each) => (each as Applicant).email);
    const codes = [await codeTo(platform, mails[0] ?? ''), await codeTo(platform, mails[1] ?? '')];
    const answers = await Promise.all(
      sessions.map(({ sessionId }, at) => post(`/api/investor/register/${sessionId}/verify`, { code: codes[at] })),
    );
    return answers.map((answer) => (answer.statusCode === 201 ? 'in' : answer.json()));
  };

  test('of two with one phone number, one succeeds', async () => {
    const outcome = await two(who, { ...applicant(), phone: who.phone });
    expect(outcome).toContain('in');
    expect(outcome).toContainEqual(expect.objectContaining({ code: 'InvestorPhoneExisted' }));
  });

  test('of two with one account number, one succeeds and the other is offered the next', async () => {
    const wish = { kind: 'PERSONAL', customerCode: '108C777777' };
    const outcome = await two({ ...who, ...wish }, { ...applicant(), ...wish });
    expect(outcome).toContain('in');
    expect(outcome).toContainEqual(
      expect.objectContaining({ code: 'IdInvestorCodeExisted', facts: { free: '108C777778' } }),
    );
  });

  test('of an email that was taken meanwhile', async () => {
    const { sessionId } = await signUp(platform, who);
    const { browser } = await signedUp(platform, applicant());
    const { email } = (await browser.get('/api/investor/me')).json();
    await platform.database.pool.query('update investor set email = $1 where email = $2', [who.email, email]);
    expect((await verify(sessionId)).json().code).toBe('InvestorEmailExisted');
  });

  test('of a hundred guesses at once, five count', async () => {
    const { sessionId } = await signUp(platform, who);
    const wrong = wrongCode(await codeTo(platform, who.email));
    const guesses = await Promise.all(
      Array.from({ length: 100 }, () => post(`/api/investor/register/${sessionId}/verify`, { code: wrong })),
    );
    const looked = guesses.filter(
      (guess) => guess.json().facts?.left > 0 || guess.json().code === 'VerifyTaskflowFailed',
    );
    expect(looked.length).toBe(100);
    const task = await platform.database.pool.query('select max(tries) as tries from otp_task where recipient = $1', [
      who.email,
    ]);
    expect(task.rows[0].tries).toBe(LIMITS.otpTries);
  });
});

describe('wrong codes of strangers', () => {
  const from = (remoteAddress: string) => (url: string, payload: object) =>
    new Browser(platform).send({ method: 'POST', url, payload, remoteAddress });

  /** As many wrong codes as a network may give in an hour, for one mail address. */
  async function guess(remoteAddress: string): Promise<void> {
    const post = from(remoteAddress);
    for (let session = 0; session < LIMITS.otpFailuresPerHour / LIMITS.otpTries; session += 1) {
      const { sessionId } = (await post('/api/investor/register', who)).json();
      const code = wrongCode(await codeTo(platform, who.email));
      for (let count = 0; count < LIMITS.otpTries; count += 1)
        await post(`/api/investor/register/${sessionId}/verify`, { code });
    }
  }

  async function mayEnter(remoteAddress: string): Promise<boolean> {
    const post = from(remoteAddress);
    const { sessionId } = (await post('/api/investor/register', who)).json();
    const code = await codeTo(platform, who.email);
    return (await post(`/api/investor/register/${sessionId}/verify`, { code })).statusCode === 201;
  }

  test('who sign up with somebody else’s address do not bar its owner', async () => {
    const { sessionId } = await signUp(platform, who);
    const code = await codeTo(platform, who.email);
    for (const stranger of ['192.0.2.41', '192.0.2.42'])
      for (let at = 0; at < LIMITS.otpTasksPerAskerPerHour; at += 1)
        expect((await from(stranger)('/api/investor/register', who)).statusCode).toBe(201);
    expect((await from('192.0.2.43')('/api/investor/register', who)).statusCode).toBe(201);
    expect((await post(`/api/investor/register/${sessionId}/verify`, { code })).statusCode).toBe(201);
  });

  test('bar their own network, and not the owner of the mail address elsewhere', async () => {
    for (const stranger of ['192.0.2.31', '192.0.2.32', '192.0.2.33']) await guess(stranger);
    expect(await mayEnter('192.0.2.31')).toBe(false);
    expect(await mayEnter('192.0.2.34')).toBe(true);
  });
});

describe('account numbers', () => {
  test('are drawn again when taken', async () => {
    draws = ['108C000001', '108C000002', '108C345678'];
    expect((await signedUp(platform, who)).investorId).toBe('108C345678');
  });

  test('are given up after some draws, and the code is good for another attempt', async () => {
    const { sessionId } = await signUp(platform, who);
    draws = Array.from({ length: LIMITS.investorCodeDraws }, () => '108C000001');
    expect((await verify(sessionId)).json().code).toBe('InvestorCodeGenerationFailed');
    expect((await verify(sessionId)).statusCode).toBe(201);
  });
});

describe('whether something is taken', () => {
  const ask = async (sessionId: string, subject: string, value: string) =>
    (
      await new Browser(platform).get(
        `/api/investor/exists/${subject}?value=${encodeURIComponent(value)}&sessionId=${sessionId}`,
      )
    ).json();

  test('is told to a live sign-up', async () => {
    const { sessionId } = await signUp(platform, who);
    const nothing = { name: null, free: [] };
    expect(await ask(sessionId, 'email', 'AN@mua.demo')).toEqual({ exists: true, ...nothing });
    expect(await ask(sessionId, 'email', 'nobody@mua.demo')).toEqual({ exists: false, ...nothing });
    expect(await ask(sessionId, 'phone', '0901000001')).toEqual({ exists: true, ...nothing });
    expect(await ask(sessionId, 'id-card', '079199000001')).toEqual({ exists: false, ...nothing });
  });

  test('is told to anybody for account numbers and agents: a sign-up that names one reveals as much', async () => {
    const stranger = new Browser(platform);
    const told = async (subject: string, value: string) =>
      (await stranger.get(`/api/investor/exists/${subject}?value=${value}`)).json();
    expect(await told('agent-code', 'mua-01')).toEqual({ exists: true, name: 'Phan Thu Giang', free: [] });
    expect(await told('agent-code', 'nobody')).toEqual({ exists: false, name: null, free: [] });
    expect(await told('customer-code', '108C000003')).toEqual({
      ...{ exists: true, name: null, free: ['108C000006', '108C000007', '108C000008'] },
    });
    expect(await told('customer-code', '108C999123')).toEqual({ exists: false, name: null, free: [] });
  });

  test('is told to nobody else, and only this often', async () => {
    const { sessionId } = await signUp(platform, who);
    expect(await ask('never-was', 'email', 'an@mua.demo')).toMatchObject({ code: 'NotFound' });
    expect((await new Browser(platform).get('/api/investor/exists/email?value=an@mua.demo')).json().code).toBe(
      'Unauthorized',
    );
    const answers = [];
    for (let at = 0; at <= LIMITS.existenceChecksPerHour; at += 1)
      answers.push(await ask(sessionId, 'phone', `09${at}`));
    expect(answers.at(-1)).toMatchObject({ code: 'TooManyRequests' });
  });
});

test('sign-ups are limited per hour to one address, and from one network', async () => {
  const answers = [];
  for (let at = 0; at <= LIMITS.otpTasksPerAskerPerHour; at += 1)
    answers.push((await post('/api/investor/register', who)).statusCode);
  expect(answers.slice(0, -1).every((status) => status === 201)).toBe(true);
  expect(answers.at(-1)).toBe(429);
  // An attempt that learns that an address is taken counts as well.
  for (let at = 0; at < LIMITS.registrationsPerHour; at += 1)
    answers.push((await post('/api/investor/register', { ...who, email: 'an@mua.demo' })).statusCode);
  expect(answers.at(-1)).toBe(429);
});

test('a newcomer is a draft until the application is submitted', async () => {
  const { browser } = await signedUp(platform, who);
  expect(await statusOf(browser)).toBe('DRAFT');
});
