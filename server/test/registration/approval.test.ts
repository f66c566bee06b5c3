/** What operators decide, what a demo decides by itself, and how an approved newcomer comes to trade. */
import type { OutboxMessage } from '@mua/contract/http/outbox';
import { LIMITS } from '@mua/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import {
  applicant,
  BUSINESS,
  COMPANY,
  fillIn,
  type Newcomer,
  operate,
  PERSON,
  save,
  signedUp,
  signUp,
  statusOf,
  submit,
} from '#test/fixtures/applicant.ts';
import { codeTo, outbox } from '#test/fixtures/codes.ts';
import { asOwner } from '#test/fixtures/database.ts';
import { CARD_NUMBER } from '#test/fixtures/documents.ts';
import { signAll } from '#test/fixtures/papers.ts';
import {
  Browser,
  CODE,
  ENDLESS_SIGN_INS,
  OPERATOR_TOKEN,
  type Platform,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let newcomer: Newcomer;
let accountId: string;
/** Whether the journal takes commands that a registration sends. */
let isJournalBusy = false;

beforeAll(async () => {
  platform = await startPlatform({ limits: { signInAttempts: ENDLESS_SIGN_INS } });
  const { submit: enter } = platform.sequencer;
  platform.sequencer.submit = (...asked) =>
    isJournalBusy ? Promise.reject(new JournalBusyError('the stage says so')) : enter(...asked);
});
afterAll(() => platform.close());
beforeEach(async () => {
  platform.clock.advanceBy(3_600_000);
  await platform.sequencer.settled();
  newcomer = await signedUp(platform, applicant());
  accountId = `${newcomer.investorId}-01`;
});

let cards = 0;
function aCard(): string {
  cards += 1;
  return `0791990${String(cards).padStart(5, '0')}`;
}

async function sendIn({ browser }: Newcomer): Promise<void> {
  await fillIn(browser, { ...PERSON, idNumber: aCard() });
  await submit(browser);
}

const decide = (verb: string, body: object = {}, who = 'lan') =>
  operate(platform, `registrations/${newcomer.investorId}/${verb}`, body, who);

async function ask(path: string) {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  return new Browser(platform).send({ method: 'GET', url: `/api/operator/${path}`, headers });
}

async function depositsOf(id: string): Promise<number> {
  const found = await platform.database.pool.query(
    `select 1 from ledger_posting where account_id = $1 and type = 'deposit'`,
    [id],
  );
  return found.rowCount ?? 0;
}

/** The demo's policy waits for the clock; what it does then is awaited by looking. */
async function policyActs(browser: Browser, status: string): Promise<void> {
  platform.clock.advanceBy(LIMITS.demoApprovalMs);
  await expect.poll(() => statusOf(browser)).toBe(status);
}

describe('an operator', () => {
  test('approves: the newcomer signs, has a sub-account with a demo’s money, and trades', async () => {
    await sendIn(newcomer);
    expect((await decide('approve')).json()).toMatchObject({
      ...{ status: 'PENDING_ACTIVATE', approvalsNeeded: 1, approvals: [{ operatorId: 'lan', reason: 'looked at it' }] },
      contactAddress: '12 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội',
    });
    const { browser } = newcomer;
    expect(platform.sequencer.state.accounts.get(accountId)).toMatchObject({ isActivated: false });
    expect(await depositsOf(accountId)).toBe(0);
    await signAll(platform, browser);
    expect((await browser.get('/api/investor/me')).json()).toMatchObject({
      ...{ status: 'ACTIVE', fullName: PERSON.fullName, nextStep: 'TRADE' },
    });
    expect((await browser.get('/api/investor/accounts')).json().items).toMatchObject([
      { accountId, isDemo: true, isActivated: true },
    ]);
    expect(await depositsOf(accountId)).toBe(1);
    const order = {
      ...{ clientOrderId: '0190163d-8694-739b-aea5-966c26f8ad90', contractCode: CODE, side: 'BUY', quantity: 1 },
      ...{ orderType: 'LIMIT', duration: 'DAY', limitPrice: '450.00' },
    };
    expect((await browser.post(`/api/order/${accountId}/place`, order)).statusCode).toBe(201);
  });

  test('is told of each step to the investor, by mail and in the mailbox', async () => {
    await sendIn(newcomer);
    await decide('approve');
    await signAll(platform, newcomer.browser);
    const { items } = (await newcomer.browser.get(`/api/notification/${newcomer.investorId}/mailbox`)).json();
    expect(items.map(({ code }: { code: string }) => code)).toEqual([
      ...['StatusActive', 'ContractToSign', 'ContractToSign', 'ContractToSign'],
      ...['StatusPendingActivate', 'StatusPending'],
    ]);
    expect(items[1]).toMatchObject({ facts: { document: 'MARGIN_AGREEMENT', deadline: expect.any(String) } });
    const { email } = (await newcomer.browser.get('/api/investor/me')).json();
    const subjects = (await outbox(platform))
      .filter(({ to }: OutboxMessage) => to === email)
      .map(({ subject }) => subject);
    expect(subjects).toEqual([
      ...['Your Mùa account is active', 'Your Mùa profile was approved'],
      ...['Your Mùa profile is under review', 'Your Mùa sign-up code'],
    ]);
  });

  test('sees who waits, the oldest first, the number masked; and all of one', async () => {
    await sendIn(newcomer);
    const { items } = (await ask('registrations')).json();
    const mine = items.find(({ investorCode }: { investorCode: string }) => investorCode === newcomer.investorId);
    expect(mine.fields.idNumber).toMatch(/^•••\d{4}$/);
    const one = (await ask(`registrations/${newcomer.investorId}`)).json();
    expect(one.fields.idNumber).toMatch(/^\d{12}$/);
    const picture = await ask(`registrations/${newcomer.investorId}/images/${one.fields.frontImageId}?operatorId=lan`);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    const looks = await platform.database.pool.query(
      `select actor_id from audit_row where route = 'readRegistrationPicture' and account_id = $1`,
      [newcomer.investorId],
    );
    expect(looks.rows).toEqual([{ actor_id: 'lan' }]);
  });

  test.each([
    ['approve', 'RegistrationNotPending'],
    ['reject', 'RegistrationNotPending'],
    ['return', 'RegistrationNotPending'],
  ])('%ss only what waits for a decision', async (verb, code) => {
    expect((await decide(verb)).json()).toMatchObject({ code, facts: { status: 'DRAFT' } });
  });

  test('finds nobody under a number that nobody has, and no application of who never applied', async () => {
    expect((await operate(platform, 'registrations/108C999999/approve')).json().code).toBe('InvestorNotFound');
    expect((await operate(platform, 'registrations/108C000001/approve')).json().code).toBe('EkycRecordNotFound');
  });

  test('of two who decide at once one does', async () => {
    await sendIn(newcomer);
    const answers = await Promise.all([
      decide('reject', {}, 'lan'),
      decide('return', {}, 'minh'),
      decide('approve', {}, 'hoa'),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  });

  test('each act stands on the list, with name and reason; the list of investors has none of it', async () => {
    await sendIn(newcomer);
    await decide('return', { reason: 'the back is blurred' });
    const { items } = (await ask('acts?limit=1')).json();
    expect(items).toMatchObject([
      { act: 'return', operatorId: 'lan', reason: 'the back is blurred', investorId: newcomer.investorId, seq: null },
    ]);
    const cases = (await ask('investors')).json().items.map(({ investorId }: { investorId: string }) => investorId);
    expect(cases).not.toContain(newcomer.investorId);
  });

  test('tells the cause in the applicant’s language with their own words, and finds both again beside the papers', async () => {
    const read = async () =>
      (
        await new Browser(platform).send({
          method: 'GET',
          url: `/api/operator/registrations/${newcomer.investorId}`,
          headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        })
      ).json();
    await fillIn(newcomer.browser, PERSON);
    await submit(newcomer.browser);
    const given = { cause: 'PICTURE_UNREADABLE', reason: 'the back is in the shade' };
    await operate(platform, `registrations/${newcomer.investorId}/return`, given);
    const told = 'The pictures of the document are blurred, glaring or cut off: the back is in the shade';
    expect((await newcomer.browser.get('/api/investor/registration')).json()).toMatchObject({
      ...{ statusReason: told, stepToMend: 'PICTURES' },
    });
    expect((await read()).papers).toEqual([]);
    await submit(newcomer.browser);
    // Words of the operator's own that begin like a cause are none.
    const words = { reason: 'TOO_YOUNG: is what the card says' };
    await operate(platform, `registrations/${newcomer.investorId}/return`, words);
    await submit(newcomer.browser);
    await operate(platform, `registrations/${newcomer.investorId}/approve`);
    const { decisions, papers } = await read();
    expect(decisions).toMatchObject([
      { act: 'approve', operatorId: 'lan', cause: null },
      { act: 'return', cause: null, ...words },
      { act: 'return', ...given },
    ]);
    expect(papers.map(({ status }: { status: string }) => status)).toEqual(['TO_SIGN', 'TO_SIGN', 'TO_SIGN']);
    const unknown = { cause: 'NO_SUCH_CAUSE' };
    expect((await operate(platform, `registrations/${newcomer.investorId}/reject`, unknown)).statusCode).toBe(400);
  });

  test('an approved application is changed no more', async () => {
    await sendIn(newcomer);
    await decide('approve');
    expect((await save(newcomer.browser, 'DETAILS', {})).json().code).toBe('EkycApproved');
    expect((await submit(newcomer.browser)).json().code).toBe('EkycApproved');
  });

  test('suspends and resumes an active investor, whose status says so', async () => {
    await sendIn(newcomer);
    await decide('approve');
    await signAll(platform, newcomer.browser);
    const act = { investorId: newcomer.investorId, reason: 'asked by phone' };
    await operate(platform, 'investors/suspend', act);
    const { email } = (
      await platform.database.pool.query('select email from investor where investor_id = $1', [newcomer.investorId])
    ).rows[0];
    const status = async () =>
      (
        await platform.database.pool.query('select status, status_reason from investor where investor_id = $1', [
          newcomer.investorId,
        ])
      ).rows[0];
    expect(await status()).toEqual({ status: 'INACTIVE', status_reason: 'asked by phone' });
    await operate(platform, 'investors/resume', act);
    expect(await status()).toEqual({ status: 'ACTIVE', status_reason: null });
    const back = new Browser(platform);
    await back.signIn(email, 'Rau#muong7xao');
    const { items } = (await back.get(`/api/notification/${newcomer.investorId}/mailbox?limit=2`)).json();
    expect(items.map(({ code }: { code: string }) => code)).toEqual(['StatusActive', 'StatusInactive']);
  });
});

describe('what was read from the pictures', () => {
  const reading = async ({ browser }: Newcomer) => {
    const { frontImageId, backImageId } = (await browser.get('/api/investor/registration')).json().fields;
    await browser.post('/api/investor/ekyc/verify/id-card', { frontImageId, backImageId });
  };
  const caseOf = async () => (await ask(`registrations/${newcomer.investorId}`)).json();

  test('stands beside what was typed, with what differs', async () => {
    const idNumber = aCard();
    await fillIn(newcomer.browser, { ...PERSON, idNumber });
    await reading(newcomer);
    await submit(newcomer.browser);
    expect(await caseOf()).toMatchObject({
      reading: { fields: { idNumber: { value: CARD_NUMBER, source: 'QR' } } },
      differences: [{ field: 'idNumber', typed: idNumber, read: CARD_NUMBER, source: 'QR' }],
    });
    const { items } = (await ask('registrations')).json();
    const listed = items.find(({ investorCode }: { investorCode: string }) => investorCode === newcomer.investorId);
    expect(JSON.stringify(listed)).not.toContain(CARD_NUMBER);
    expect(JSON.stringify(listed)).not.toContain(idNumber);
  });

  test('is nothing where no picture was read, or others were named since', async () => {
    await sendIn(newcomer);
    expect(await caseOf()).toMatchObject({ reading: null, differences: [] });
  });
});

describe('a business', () => {
  let office: Newcomer;
  beforeEach(async () => {
    const who = applicant();
    const { sessionId } = await signUp(platform, { ...who, ...COMPANY });
    const browser = new Browser(platform);
    const code = await codeTo(platform, who.email);
    const verified = await browser.post(`/api/investor/v2/register/${sessionId}/verify`, { code });
    office = { browser, investorId: verified.json().activeUserId };
    await fillIn(browser, { ...BUSINESS, idNumber: aCard() });
    await submit(browser);
  });
  const approve = (who: string) => operate(platform, `registrations/${office.investorId}/approve`, {}, who);

  test('is approved by two people', async () => {
    expect((await approve('lan')).json()).toMatchObject({ status: 'PENDING', approvalsNeeded: 2 });
    expect((await approve('lan')).json().code).toBe('SecondPersonRequired');
    expect((await approve('minh')).json()).toMatchObject({ status: 'PENDING_ACTIVATE' });
    await signAll(platform, office.browser);
    expect(await statusOf(office.browser)).toBe('ACTIVE');
    expect((await office.browser.get('/api/investor/accounts')).json().items).toHaveLength(1);
  });

  test.each([
    ['in other letters', 'Lan'],
    ['with a space', ' lan '],
  ])('by one person who writes their name %s it is approved once', async (_how, sameName) => {
    await approve('lan');
    expect((await approve(sameName)).json().code).toBe('SecondPersonRequired');
    expect(await statusOf(office.browser)).toBe('PENDING');
  });

  test.each(['la\u200bn', 'lаn', 'Lan Anh', 'demo-policy', 'Demo-Policy-2'])('“%s” is nobody’s name', async (who) => {
    expect((await approve(who)).json()).toMatchObject({ code: 'BadRequest', facts: { field: 'operatorId' } });
  });

  test('approvals of what was given back count no more', async () => {
    await approve('lan');
    await operate(platform, `registrations/${office.investorId}/return`, {}, 'minh');
    await submit(office.browser);
    expect((await approve('lan')).json()).toMatchObject({ status: 'PENDING', approvals: [{ operatorId: 'lan' }] });
  });

  test('two approvals of one person at once are one', async () => {
    const answers = await Promise.all([approve('lan'), approve('lan')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await statusOf(office.browser)).toBe('PENDING');
  });

  test('in a demo the policy approves it under two names', async () => {
    await policyActs(office.browser, 'PENDING_ACTIVATE');
    expect((await ask(`registrations/${office.investorId}`)).json().approvals).toMatchObject([
      ...[{ operatorId: 'demo-policy' }, { operatorId: 'demo-policy-2' }],
    ]);
  });
});

describe('a demo’s policy', () => {
  test('approves when its seconds have passed by the product’s clock, and says who it is', async () => {
    await sendIn(newcomer);
    platform.clock.advanceBy(LIMITS.demoApprovalMs - 1);
    expect(await statusOf(newcomer.browser)).toBe('PENDING');
    platform.clock.advanceBy(1);
    await expect.poll(() => statusOf(newcomer.browser)).toBe('PENDING_ACTIVATE');
    expect((await ask(`registrations/${newcomer.investorId}`)).json().approvals).toMatchObject([
      { operatorId: 'demo-policy', reason: expect.stringContaining('demo') },
    ]);
  });

  test('has acted when a move of a manual clock is answered', async () => {
    const moving = await startPlatform({ moveClock: async (toMs) => moving.clock.advanceTo(toMs) });
    try {
      const { browser } = await signedUp(moving, applicant());
      await fillIn(browser, { ...PERSON, idNumber: aCard() });
      await submit(browser);
      const moved = await browser.post('/api/dev/clock', { advanceMs: LIMITS.demoApprovalMs });
      expect(moved.statusCode).toBe(200);
      expect(await statusOf(browser)).toBe('PENDING_ACTIVATE');
    } finally {
      await moving.close();
    }
  });

  test('does nothing where an operator was quicker', async () => {
    await sendIn(newcomer);
    await decide('reject');
    platform.clock.advanceBy(LIMITS.demoApprovalMs);
    await platform.sequencer.settled();
    expect(await statusOf(newcomer.browser)).toBe('REJECTED');
  });
});

describe('a step that failed is done again', () => {
  test('the journal takes nothing: the approval stands, the account is opened by the next try', async () => {
    await sendIn(newcomer);
    isJournalBusy = true;
    const failed = await decide('approve');
    isJournalBusy = false;
    expect([failed.statusCode, failed.json().code]).toEqual([503, 'InvestorTradingAccountLoginFailed']);
    expect(await statusOf(newcomer.browser)).toBe('PENDING_ACTIVATE');
    expect((await decide('approve', {}, 'minh')).json()).toMatchObject({
      status: 'PENDING_ACTIVATE',
      approvals: [{ operatorId: 'lan' }],
    });
    await signAll(platform, newcomer.browser);
    expect(await statusOf(newcomer.browser)).toBe('ACTIVE');
    expect(await depositsOf(accountId)).toBe(1);
  });

  test('a crash between approval and opening: the next start opens, what is signed activates and pays once', async () => {
    await sendIn(newcomer);
    isJournalBusy = true;
    await decide('approve');
    isJournalBusy = false;
    await (await platform.startAgain()).close();
    expect(platform.sequencer.state.accounts.get(accountId)).toMatchObject({ isActivated: false });
    await signAll(platform, newcomer.browser);
    await (await platform.startAgain()).close();
    expect(await statusOf(newcomer.browser)).toBe('ACTIVE');
    expect(platform.sequencer.state.accounts.get(accountId)).toMatchObject({ isActivated: true, isDemo: true });
    expect(await depositsOf(accountId)).toBe(1);
  });

  test('a crash between opening and its note, and one before the money was in', async () => {
    await sendIn(newcomer);
    await decide('approve');
    await signAll(platform, newcomer.browser);
    const { pool } = platform.database;
    await pool.query(`update investor set status = 'PENDING_ACTIVATE' where investor_id = $1`, [newcomer.investorId]);
    await (await platform.startAgain()).close();
    expect(await statusOf(newcomer.browser)).toBe('ACTIVE');
    await asOwner(platform.database, 'delete from ledger_posting where account_id = $1', [accountId]);
    await (await platform.startAgain()).close();
    expect(await depositsOf(accountId)).toBe(1);
  });

  test('what was sent in before a start is approved after it', async () => {
    await sendIn(newcomer);
    const started = await platform.startAgain();
    platform.clock.advanceBy(LIMITS.demoApprovalMs);
    await expect.poll(() => statusOf(newcomer.browser)).toBe('PENDING_ACTIVATE');
    await started.close();
  });
});

describe('agents', () => {
  test('are added once, listed by code, and named in a sign-up', async () => {
    const agent = { agentCode: 'HN-07', name: 'Phan Thu Hà', branch: 'Hà Nội' };
    expect((await operate(platform, 'agents', agent)).json()).toMatchObject(agent);
    expect((await operate(platform, 'agents', agent)).json().code).toBe('DatabaseDuplicateKey');
    expect((await ask('agents')).json().items.map(({ agentCode }: { agentCode: string }) => agentCode)).toEqual([
      ...['HN-07', 'MUA-01'],
    ]);
    expect((await ask('acts?limit=1')).json().items).toMatchObject([{ act: 'addAgent', subject: 'HN-07', seq: null }]);
  });
});
