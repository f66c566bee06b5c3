/**
 * Checks what investors sign, refuse and owe, over HTTP: from the papers of a newcomer to a text that has a new
 * version.
 */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import type { SignedContract } from '@mua/contract/http/operator-contracts';
import { LIMITS } from '@mua/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { checkPdf } from '#signed-contracts/pdf-signature.ts';
import {
  applicant,
  fillIn,
  type Newcomer,
  operate,
  PERSON,
  signedUp,
  statusOf,
  submit,
} from '#test/fixtures/applicant.ts';
import { codeTo } from '#test/fixtures/codes.ts';
import { asOwner } from '#test/fixtures/database.ts';
import { aPaperToSign, openPosition } from '#test/fixtures/good-requests.ts';
import { askToSign, confirm, documentOf, hashOf, PAPERS_PATH, papersOf, sign, signAll } from '#test/fixtures/papers.ts';
import {
  AN_1,
  Browser,
  CODE,
  DUNG_1,
  ENDLESS_SIGN_INS,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

const DAY_MS = 24 * 3_600_000;
const ORDER = {
  ...{ contractCode: CODE, side: 'BUY', orderType: 'LIMIT', duration: 'GTC', quantity: 1, limitPrice: '450.00' },
};

let platform: Platform;
let isJournalBusy = false;
let orders = 0;
let versions = 0;

beforeAll(async () => {
  platform = await startPlatform({ limits: { signInAttempts: ENDLESS_SIGN_INS } });
  const { submit: enter } = platform.sequencer;
  platform.sequencer.submit = (...asked) =>
    isJournalBusy ? Promise.reject(new JournalBusyError('the stage says so')) : enter(...asked);
});
afterAll(() => platform.close());
beforeEach(() => platform.clock.advanceBy(3_600_000));

function newId(): string {
  orders += 1;
  return `0190163d-8694-739b-aea5-${String(orders).padStart(12, '0')}`;
}

const FOLLOW = { accountId: AN_1, copyRatio: '1', maxLoss: '1000000', copiesOpenPositions: true };

const place = (browser: Browser, accountId: string, terms: object = {}) =>
  browser.post(`/api/order/${accountId}/place`, { ...ORDER, clientOrderId: newId(), ...terms });

const codeOf = (response: { json(): { code: string } }): string => response.json().code;

let cards = 0;
async function approved(): Promise<Newcomer> {
  cards += 1;
  const newcomer = await signedUp(platform, applicant());
  await fillIn(newcomer.browser, { ...PERSON, idNumber: `0791991${String(cards).padStart(5, '0')}` });
  await submit(newcomer.browser);
  await operate(platform, `registrations/${newcomer.investorId}/approve`);
  return newcomer;
}

async function firstOf(browser: Browser): Promise<DigitalSignature> {
  const [first] = await papersOf(browser);
  if (!first) throw new Error('no paper');
  return first;
}

const isActivated = (accountId: string) => platform.sequencer.state.accounts.get(accountId)?.isActivated;

describe('an approved newcomer', () => {
  test('has three papers to sign, and trades when the last one is signed', async () => {
    const { browser, investorId } = await approved();
    const accountId = `${investorId}-01`;
    const papers = await papersOf(browser);
    expect(papers.map(({ paper, status }) => [paper, status])).toEqual([
      ['ACCOUNT_OPENING', 'TO_SIGN'],
      ['MARGIN_AGREEMENT', 'TO_SIGN'],
      ['RISK_DISCLOSURE', 'TO_SIGN'],
    ]);
    expect(papers[0]).toMatchObject({ signer: PERSON.fullName, signedAt: null, deadline: expect.any(String) });
    expect(codeOf(await place(browser, accountId))).toBe('InvestorTradingAccountNotAllowed');
    for (const { id } of papers.slice(0, 2)) await sign(platform, browser, id);
    expect([await statusOf(browser), isActivated(accountId)]).toEqual(['PENDING_ACTIVATE', false]);
    await sign(platform, browser, papers[2]?.id ?? '');
    expect([await statusOf(browser), isActivated(accountId)]).toEqual(['ACTIVE', true]);
    expect((await place(browser, accountId)).statusCode).toBe(201);
  });

  test('sees the document in both languages, and its hash is that of the list', async () => {
    const { browser } = await approved();
    const { id } = await firstOf(browser);
    const response = await browser.get(`${PAPERS_PATH}/${id}/document?language=en`);
    expect(response.headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store' },
      'content-disposition': expect.stringContaining('commodity-trading-account-agreement'),
    });
    const [vi, en] = [await documentOf(browser, id, 'vi'), await documentOf(browser, id, 'en')];
    expect(vi.equals(en)).toBe(false);
    const inLanguage = async (language: string): Promise<string> =>
      (await browser.send({ method: 'GET', url: PAPERS_PATH, headers: { 'accept-language': language } }))
        .json()
        .items.find((one: DigitalSignature) => one.id === id).documentHash;
    expect([await inLanguage('vi'), await inLanguage('en')]).toEqual([hashOf(vi), hashOf(en)]);
  });

  test('signs exactly what was shown: the file begins with it, and carries the row of the audit log', async () => {
    const { browser, investorId } = await approved();
    const { id } = await firstOf(browser);
    const shown = await documentOf(browser, id, 'en');
    expect((await sign(platform, browser, id, 'en')).json()).toMatchObject({ purpose: 'sign-document' });
    const file = await documentOf(browser, id);
    expect(file.subarray(0, shown.length).equals(shown)).toBe(true);
    expect(checkPdf(file).isUnchanged).toBe(true);
    const rows = await platform.database.pool.query(
      `select a.hash, a.actor_id from audit_row a join signed_paper using (audit_id)
       where signature_id = $1 and a.route = 'documentSigned'`,
      [id],
    );
    expect(rows.rows).toMatchObject([{ actor_id: investorId }]);
    const reason = /\/Reason <feff([0-9a-f]+)>/.exec(file.toString('latin1'))?.[1] ?? '';
    expect(Buffer.from(reason, 'hex').swap16().toString('utf16le')).toContain(rows.rows[0]?.hash);
    const signed = (await papersOf(browser)).find((one) => one.id === id);
    expect(signed).toMatchObject({ status: 'SIGNED', documentHash: hashOf(file), deadline: null });
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const chain = await new Browser(platform).send({ method: 'GET', url: '/api/operator/audit/verification', headers });
    expect(chain.json()).toMatchObject({ firstBroken: null });
  });

  test('has nothing readable in the table of papers', async () => {
    const { browser, investorId } = await approved();
    const { id } = await firstOf(browser);
    await askToSign(browser, id);
    await sign(platform, browser, (await papersOf(browser))[1]?.id ?? '');
    const rows = await platform.database.pool.query(
      `select p::text as text from signed_paper p where investor_id = $1
       union all select s::text from shown_paper s join signed_paper using (signature_id) where investor_id = $1`,
      [investorId],
    );
    expect(rows.rows.length).toBeGreaterThan(3);
    for (const { text } of rows.rows) expect(text).not.toMatch(/%PDF|JVBERi/);
  });

  test('may refuse, which leaves the account as it is, says so, and does not prevent signing later', async () => {
    const { browser, investorId } = await approved();
    const { id } = await firstOf(browser);
    const asked = await browser.post(`${PAPERS_PATH}/${id}/customer-reject`, { reason: 'the fee is too high' });
    expect((await confirm(platform, browser, asked)).json()).toMatchObject({ purpose: 'reject-document' });
    const rejected = (await papersOf(browser)).find((one) => one.id === id);
    expect(rejected).toMatchObject({ status: 'REJECTED', rejectedAt: expect.any(String), signedAt: null });
    expect((await browser.get('/api/investor/me')).json()).toMatchObject({
      ...{ status: 'PENDING_ACTIVATE', nextStep: 'SIGN_PAPERS' },
    });
    await signAll(platform, browser);
    expect([await statusOf(browser), isActivated(`${investorId}-01`)]).toEqual(['ACTIVE', true]);
    expect((await papersOf(browser)).every(({ rejectedAt }) => rejectedAt === null)).toBe(true);
  });

  test('signs nothing by a code that was asked for before the refusal, and looks at the paper again', async () => {
    const { browser } = await approved();
    const { id } = await firstOf(browser);
    const { phoneNumber } = (await browser.get('/api/investor/me')).json();
    const before = await askToSign(browser, id);
    const code = await codeTo(platform, phoneNumber);
    await confirm(platform, browser, await browser.post(`${PAPERS_PATH}/${id}/customer-reject`, { reason: 'no' }));
    const late = await browser.post(`/api/investor/security/taskflow/${before.json().taskId}/verify`, { code });
    expect(codeOf(late)).toBe('DocumentChanged');
    expect((await firstOf(browser)).signedAt).toBeNull();
    expect((await sign(platform, browser, id)).statusCode).toBe(200);
  });

  test('keeps a signature that the engine can’t accept now; it is completed later', async () => {
    const { browser, investorId } = await approved();
    const papers = await papersOf(browser);
    for (const { id } of papers.slice(0, 2)) await sign(platform, browser, id);
    const asked = await askToSign(browser, papers[2]?.id ?? '');
    isJournalBusy = true;
    expect((await confirm(platform, browser, asked)).statusCode).toBe(200);
    isJournalBusy = false;
    expect([await statusOf(browser), isActivated(`${investorId}-01`)]).toEqual(['PENDING_ACTIVATE', false]);
    platform.clock.advanceBy(5_000);
    await expect.poll(() => statusOf(browser)).toBe('ACTIVE');
  });
});

describe('a signature is for one document', () => {
  test('and not for other bytes, another language, or another version', async () => {
    const { browser } = await approved();
    const { id } = await firstOf(browser);
    const documentHash = hashOf(await documentOf(browser, id, 'vi'));
    const ask = (body: object) => browser.post(`${PAPERS_PATH}/${id}/customer-sign`, body);
    expect(codeOf(await ask({ documentHash: 'a'.repeat(64), language: 'vi' }))).toBe('DocumentChanged');
    expect(codeOf(await ask({ documentHash, language: 'en' }))).toBe('DocumentChanged');
    const asked = await ask({ documentHash, language: 'vi' });
    await platform.database.pool.query(`update signed_paper set version = '2020-01-01' where signature_id = $1`, [id]);
    expect(codeOf(await confirm(platform, browser, asked))).toBe('DocumentChanged');
    expect(codeOf(await ask({ documentHash, language: 'vi' }))).toBe('DocumentChanged');
  });

  test('and not for the investor’s data as changed meanwhile', async () => {
    const { browser, investorId } = await approved();
    const { id } = await firstOf(browser);
    const documentHash = hashOf(await documentOf(browser, id));
    await asOwner(platform.database, 'delete from registration where investor_id = $1', [investorId]);
    const asked = await browser.post(`${PAPERS_PATH}/${id}/customer-sign`, { documentHash, language: 'vi' });
    expect(codeOf(asked)).toBe('DocumentChanged');
  });

  test('and a wrong code signs nothing', async () => {
    const { browser } = await approved();
    const { id } = await firstOf(browser);
    const { taskId } = (await askToSign(browser, id)).json();
    const wrong = await browser.post(`/api/investor/security/taskflow/${taskId}/verify`, { code: '000000' });
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([403, 'VerifyTaskflowFailed']);
    expect((await firstOf(browser)).status).toBe('TO_SIGN');
  });

  test('and nobody consents, or is sent a code, once the certificate that would sign it has ended', async () => {
    const { browser } = await approved();
    const { id } = await firstOf(browser);
    const asked = await askToSign(browser, id);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ now: Date.now() + 21 * 365 * DAY_MS, toFake: ['Date'] });
    expect(codeOf(await confirm(platform, browser, asked))).toBe('ServiceUnavailable');
    expect(codeOf(await askToSign(browser, id))).toBe('ServiceUnavailable');
    expect((await firstOf(browser)).status).toBe('TO_SIGN');
    vi.useRealTimers();
    expect((await sign(platform, browser, id)).statusCode).toBe(200);
  });

  test('and of two at once one is made; a signed paper is not signed or refused again', async () => {
    const { browser } = await approved();
    const { id } = await firstOf(browser);
    const first = await askToSign(browser, id);
    const answers = await Promise.all([
      confirm(platform, browser, first),
      confirm(platform, browser, first),
      confirm(platform, browser, first),
    ]);
    // The same code again is an answer that was lost: it is told what was made, and makes nothing.
    expect(answers.map((one) => [one.statusCode, one.json().resultId])).toEqual(answers.map(() => [200, id]));
    const file = await documentOf(browser, id);
    expect(file.toString('latin1').split('/SubFilter /').length - 1).toBe(1);
    expect((await documentOf(browser, id)).equals(file)).toBe(true);
    const body = { documentHash: hashOf(file), language: 'vi' };
    expect(codeOf(await browser.post(`${PAPERS_PATH}/${id}/customer-sign`, body))).toBe('DocumentAlreadySigned');
    const refused = await browser.post(`${PAPERS_PATH}/${id}/customer-reject`, { reason: 'late' });
    expect(codeOf(refused)).toBe('DocumentAlreadySigned');
  });

  test('and two codes for one paper at once sign it once', async () => {
    const { browser } = await approved();
    const { id } = await firstOf(browser);
    const vi = await askToSign(browser, id, 'vi');
    const { phoneNumber } = (await browser.get('/api/investor/me')).json();
    const codeVi = await codeTo(platform, phoneNumber);
    const en = await askToSign(browser, id, 'en');
    const codeEn = await codeTo(platform, phoneNumber);
    const verify = (taskId: string, code: string) =>
      browser.post(`/api/investor/security/taskflow/${taskId}/verify`, { code });
    const answers = await Promise.all([verify(vi.json().taskId, codeVi), verify(en.json().taskId, codeEn)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.map((one) => one.json().code)).toContain('DocumentAlreadySigned');
  });

  test('and somebody else’s paper does not exist', async () => {
    const [one, other] = [await approved(), await approved()];
    const { id, documentHash } = await firstOf(one.browser);
    const { browser } = other;
    const answers = [
      await browser.get(`${PAPERS_PATH}/${id}/document`),
      await browser.post(`${PAPERS_PATH}/${id}/customer-sign`, { documentHash, language: 'vi' }),
      await browser.post(`${PAPERS_PATH}/${id}/customer-reject`, { reason: 'no' }),
    ];
    expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual(
      answers.map(() => [404, 'FileNotFound']),
    );
  });
});

describe('anybody', () => {
  test('learns whether a file was signed here, and the signer’s initials', async () => {
    const { browser } = await approved();
    const { id, version, paper } = await firstOf(browser);
    const shown = await documentOf(browser, id);
    await sign(platform, browser, id);
    const file = await documentOf(browser, id);
    const ask = async (hash: string) => (await new Browser(platform).get(`/api/verify/${hash}`)).json();
    expect(await ask(hashOf(file))).toEqual({
      ...{ isKnown: true, paper, version, signer: 'N. V. M.', certificate: checkPdf(file).certificate },
      signedAt: expect.any(String),
    });
    const unknown = { isKnown: false, paper: null, version: null, signedAt: null, signer: null, certificate: null };
    expect(await ask('0'.repeat(64))).toEqual(unknown);
    // This one was shown and not signed.
    expect(await ask(hashOf(shown))).toEqual(unknown);
  });
});

test('an operator sees who has to sign, has signed, or refuses to, a page at a time', async () => {
  const { browser, investorId } = await approved();
  const [first, second] = await papersOf(browser);
  if (!first || !second) throw new Error('two papers');
  await sign(platform, browser, first.id);
  await confirm(
    platform,
    browser,
    await browser.post(`${PAPERS_PATH}/${second.id}/customer-reject`, { reason: 'the fee is too high' }),
  );
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const page = async (query: string): Promise<{ items: SignedContract[]; nextCursor: string | null }> =>
    (await browser.send({ method: 'GET', url: `/api/operator/contracts?${query}`, headers })).json();
  const found: SignedContract[] = [];
  let cursor: string | null = '';
  do {
    const { items, nextCursor } = await page(`limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    found.push(...items);
    cursor = nextCursor;
  } while (cursor !== null);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  const { rows } = await platform.database.pool.query('select count(*)::integer as count from signed_paper');
  expect(rows).toEqual([{ count: found.length }]);
  const own = found.filter((one) => one.investorId === investorId);
  expect(own.map(({ status }) => status).sort()).toEqual(['REJECTED', 'SIGNED', 'TO_SIGN']);
  expect(own.find(({ id }) => id === second.id)).toMatchObject({
    ...{ investorName: PERSON.fullName, rejectReason: 'the fee is too high', signedAt: null, documentHash: null },
  });
  expect(own.find(({ id }) => id === first.id)).toMatchObject({
    documentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  for (const status of ['TO_SIGN', 'SIGNED', 'REJECTED'])
    expect(new Set((await page(`status=${status}`)).items.map((one) => one.status))).toEqual(new Set([status]));
});

describe('the demo’s people', () => {
  test('have signed at the first start, with files that are made on request', async () => {
    const an = await signedIn(platform, '108C000001');
    const { rows } = await platform.database.pool.query(
      `select count(file)::integer as files from signed_paper where investor_id = '108C000002'`,
    );
    expect(rows).toEqual([{ files: 0 }]);
    const papers = await papersOf(an);
    expect(papers.map(({ status }) => status)).toEqual(['SIGNED', 'SIGNED', 'SIGNED']);
    const file = await documentOf(an, papers[0]?.id ?? '');
    expect([hashOf(file), checkPdf(file).isUnchanged]).toEqual([papers[0]?.documentHash, true]);
  });

  test('include Dũng, who has papers to sign, is told so, and trades once they are signed', async () => {
    const dung = await signedIn(platform, 'dung@mua.demo');
    const { items } = (await dung.get('/api/notification/108C000004/mailbox')).json();
    expect(items.map(({ code }: { code: string }) => code)).toEqual(items.map(() => 'ContractToSign'));
    expect(items).toHaveLength(3);
    expect(codeOf(await place(dung, DUNG_1))).toBe('InvestorTradingAccountNotAllowed');
    await signAll(platform, dung);
    expect((await place(dung, DUNG_1)).statusCode).toBe(201);
  });
});

describe('an investor who trades and has a new version to sign', () => {
  let an: Browser;
  beforeEach(async () => {
    an = await signedIn(platform, '108C000001');
    await aPaperToSign(platform, an, '108C000001');
    await signAll(platform, an);
  });

  /** Makes the text that An signed an earlier one: the next start asks for a signature of today's. */
  async function newVersion<T>(run: (next: Browser) => Promise<T>): Promise<T> {
    versions += 1;
    await platform.database.pool.query(
      `update signed_paper set version = to_char($1::integer, 'FM0000') || '-01-01'
       where investor_id = '108C000001' and paper = 'MARGIN_AGREEMENT' and version > '2026'`,
      [versions],
    );
    return nextStart(run);
  }

  async function nextStart<T>(run: (next: Browser) => Promise<T>): Promise<T> {
    const started = await platform.startAgain();
    const browser = new Browser({ ...platform, ...started });
    [browser.cookie, browser.slot] = [an.cookie, an.slot];
    try {
      return await run(browser);
    } finally {
      await started.close();
      // This shows the first server's audit log that there are rows of another.
      await an.post('/api/investor/login', {});
    }
  }

  test('is asked by one start, and the next finds it asked', async () => {
    const open = async (): Promise<number> =>
      (
        await platform.database.pool.query(
          `select 1 from signed_paper where investor_id = '108C000001' and signed_ms is null`,
        )
      ).rowCount ?? 0;
    await newVersion(async () => expect(await open()).toBe(1));
    await nextStart(async () => expect(await open()).toBe(1));
    expect((await papersOf(an)).find(({ status }) => status === 'TO_SIGN')?.paper).toBe('MARGIN_AGREEMENT');
  });

  /** This test is the last: two servers write one audit log here, and the first does not know of it. */
  test('continues until the deadline; then nothing that adds risk is accepted, and everything that reduces it is', async () => {
    await openPosition(platform, an, AN_1, newId());
    const working = (await place(an, AN_1)).json().order;
    await newVersion(async (next) => {
      const [owed, ...signed] = await papersOf(next);
      expect(owed).toMatchObject({ paper: 'MARGIN_AGREEMENT', status: 'TO_SIGN' });
      // The papers signed before remain readable.
      expect(signed.filter(({ paper }) => paper === 'MARGIN_AGREEMENT').length).toBeGreaterThan(0);
      expect((await place(next, AN_1)).statusCode).toBe(201);
      platform.clock.advanceBy(LIMITS.paperSigningDays * DAY_MS);
      [next.cookie, next.slot] = [undefined, undefined];
      await next.signIn('108C000001');
      const path = `/api/order/${AN_1}`;
      const { orderId } = working;
      const refused = [
        await place(next, AN_1),
        await place(next, AN_1, { side: 'SELL', quantity: 6 }),
        await next.post(`${path}/modify`, { orderId, quantity: 3 }),
        await next.post(`${path}/modify`, { orderId, limitPrice: '449.75' }),
        await next.post(`${path}/reverse`, { contractCode: CODE, clientOrderId: newId() }),
        await place(next, AN_1, {
          ...{ side: 'SELL', quantity: 1, orderType: 'MARKET', duration: 'IOC', limitPrice: undefined },
          ...{ isReduceOnly: true, rollInto: { contractCode: 'ZCEH27' } },
        }),
        await next.post(`/api/copy-trade/strategies/${newId()}/follow`, FOLLOW),
        await next.post(`/api/copy-trade/copies/${newId()}/resume`, {}),
      ];
      expect(refused.map((one) => [one.statusCode, codeOf(one)])).toEqual(refused.map(() => [403, 'PapersNotSigned']));
      const closing = await place(next, AN_1, { side: 'SELL', quantity: 1, limitPrice: '470.00' });
      // With the lot already in transit it would exceed the position.
      expect(codeOf(await place(next, AN_1, { side: 'SELL', quantity: 5, limitPrice: '470.00' }))).toBe(
        'PapersNotSigned',
      );
      const { clientOrderId } = closing.json().order;
      const taken = [
        closing,
        // This covers all five lots: its own one does not count twice.
        await next.post(`${path}/modify`, { clientOrderId, quantity: 5, limitPrice: '471.00' }),
        await next.post(`${path}/modify`, { clientOrderId, quantity: 1 }),
        await place(next, AN_1, {
          side: 'SELL',
          orderType: 'MARKET',
          duration: 'DAY',
          limitPrice: undefined,
          isReduceOnly: true,
        }),
        await next.post(`${path}/cancel`, { orderId }),
        await next.post(`${path}/cancel-all`, {}),
      ];
      expect(taken.map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 201, 200, 200]);
      await sign(platform, next, owed?.id ?? '');
      expect((await place(next, AN_1)).statusCode).toBe(201);
    });
  });
});
