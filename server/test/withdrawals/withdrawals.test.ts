/** Checks a withdrawal from the code to the bank's reference, every refusal on the way, and who may decide what. */
import { LIMITS } from '@mua/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outbox, stepUp } from '#test/fixtures/codes.ts';
import {
  AN_BANK,
  askWithdrawal,
  confirm,
  LAN,
  MINH,
  operator,
  requestsOf,
  usableBeneficiary,
} from '#test/fixtures/payouts.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  DUNG_1,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
let beneficiaryAccountId: string;

beforeAll(async () => {
  platform = await startPlatform({ moveClock: async (toMs) => platform.clock.advanceTo(toMs) }, { CLOCK: 'manual' });
  an = await signedIn(platform, 'an@mua.demo');
  beneficiaryAccountId = await usableBeneficiary(platform, an);
});
afterAll(() => platform.close());
/** Codes are counted by the hour, sums by the day; what is under way is decided by the demo's policy meanwhile. */
beforeEach(async () => {
  await settle(24 * 3_600_000);
  an = await signedIn(platform, 'an@mua.demo');
});

/** Moves the clock, and once more for each of the policy's two steps. */
async function settle(ms: number): Promise<void> {
  for (const advanceMs of [ms, LIMITS.demoApprovalMs, LIMITS.demoApprovalMs]) await move(advanceMs);
}

/** Answers when all that fell due, and followed from it, is done. */
async function move(advanceMs: number): Promise<void> {
  const moved = await an.post('/api/dev/clock', { advanceMs });
  if (moved.statusCode !== 200) throw new Error(moved.body);
}

async function ask(amount: string, accountId = AN_1): Promise<string> {
  const reply = await askWithdrawal(platform, an, accountId, { amount, beneficiaryAccountId });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json().resultId;
}

const read = async (requestId: string, accountId = AN_1) =>
  (await an.get(`/api/investor/accounts/${accountId}/withdraw-requests/${requestId}`)).json();
const held = (accountId = AN_1) => platform.sequencer.state.accounts.get(accountId)?.heldVnd;

test('a sum is held with the code, approved, and paid under the bank’s reference', async () => {
  const heldBefore = held() ?? 0n;
  const requestId = await ask('20000000');
  expect(await read(requestId)).toMatchObject({
    ...{ status: 'HELD', amount: '20000000', approvals: 0, approvalsNeeded: 1, isByPolicy: false },
    ...{ note: 'MUA RUT 108C000001', reference: null, failure: null },
    beneficiary: { ...AN_BANK, beneficiaryAccountId },
  });
  expect(held()).toBe(heldBefore + 20_000_000n);
  const margin = (await an.get(`/api/investor/margin-status/${AN_1}`)).json();
  expect(margin).toMatchObject({ held: '20000000', cash: '1000000000', withdrawable: '980000000' });

  const approved = await operator(platform, 'POST', `/${requestId}/approve`, LAN);
  expect(approved.json()).toMatchObject({ status: 'APPROVED', approvedBy: [{ operatorId: 'lan' }] });
  const tooLate = await an.send({
    method: 'DELETE',
    url: `/api/investor/accounts/${AN_1}/withdraw-requests/${requestId}`,
  });
  expect([tooLate.statusCode, tooLate.json().code]).toEqual([409, 'WithdrawMarginApproved']);

  const paid = await operator(platform, 'POST', `/${requestId}/pay`, { operatorId: 'lan', reference: 'FT26329-1' });
  expect(paid.json()).toMatchObject({ status: 'PAID', reference: 'FT26329-1' });
  const again = await operator(platform, 'POST', `/${requestId}/pay`, { operatorId: 'lan', reference: 'FT26329-1' });
  expect(again.json()).toMatchObject({ status: 'PAID', reference: 'FT26329-1' });
  const other = await operator(platform, 'POST', `/${requestId}/pay`, { operatorId: 'lan', reference: 'FT26329-2' });
  expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'WithdrawalNotWaiting' }]);
  expect(held()).toBe(heldBefore);

  const { items } = (await an.get(`/api/investor/accounts/${AN_1}/transactions?type=WITHDRAW`)).json();
  expect(items).toMatchObject([{ amount: '-20000000', balance: '980000000', note: 'FT26329-1' }]);
  await move(0);
  const { items: letters } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  expect(letters.filter(({ code }: { code: string }) => code === 'WithdrawPaid')).toMatchObject([
    { facts: { amount: '20000000', beneficiary: 'Vietcombank ··· 4471' } },
  ]);
  expect((await outbox(platform))[0]).toMatchObject({ to: 'an@mua.demo', text: expect.stringContaining('FT26329-1') });
});

test('in a demo a policy approves and pays after a few seconds, and says so', async () => {
  const requestId = await ask('60000000');
  expect(await read(requestId)).toMatchObject({ status: 'HELD', approvalsNeeded: 2 });
  await move(LIMITS.demoApprovalMs - 1);
  expect(await read(requestId)).toMatchObject({ status: 'HELD' });
  await move(1);
  expect(await read(requestId)).toMatchObject({ status: 'APPROVED', isByPolicy: true });
  await move(LIMITS.demoApprovalMs);
  expect(await read(requestId)).toMatchObject({
    ...{ status: 'PAID', isByPolicy: true, approvals: 2 },
    reference: `DEMO-${requestId.slice(0, 8).toUpperCase()}`,
  });
});

test('above a sum two people approve, and nobody twice', async () => {
  const requestId = await ask('50000001');
  const first = await operator(platform, 'POST', `/${requestId}/approve`, LAN);
  expect(first.json()).toMatchObject({ status: 'HELD', approvals: 1, approvalsNeeded: 2 });
  const twice = await operator(platform, 'POST', `/${requestId}/approve`, LAN);
  expect([twice.statusCode, twice.json().code]).toEqual([409, 'SecondPersonRequired']);
  const spelled = await operator(platform, 'POST', `/${requestId}/approve`, { ...LAN, operatorId: ' Lan' });
  expect([spelled.statusCode, spelled.json().code]).toEqual([409, 'SecondPersonRequired']);
  const policy = await operator(platform, 'POST', `/${requestId}/approve`, { ...LAN, operatorId: 'demo-policy' });
  expect(policy.statusCode).toBe(400);
  const early = await operator(platform, 'POST', `/${requestId}/pay`, { operatorId: 'lan', reference: 'FT-0' });
  expect([early.statusCode, early.json()]).toMatchObject([
    409,
    { code: 'WithdrawalNotWaiting', facts: { status: 'HELD' } },
  ]);
  const second = await operator(platform, 'POST', `/${requestId}/approve`, MINH);
  expect(second.json()).toMatchObject({ status: 'APPROVED', approvals: 2 });
  const acts = (
    await platform.app.inject({
      url: '/api/operator/acts?limit=2',
      headers: { authorization: 'Bearer stage-operator' },
    })
  ).json().items;
  expect(acts).toMatchObject([
    { act: 'approveWithdrawal', operatorId: 'minh', reason: `${requestId}: ${MINH.reason}` },
    { act: 'approveWithdrawal', operatorId: 'lan' },
  ]);
});

test('two people approve too what is above it with what else was asked for within a day, in any sub-account', async () => {
  const [first, whole] = [await ask('30000000'), await ask('20000000', AN_2)];
  for (const [requestId, accountId] of [
    [first, AN_1],
    [whole, AN_2],
  ] as const)
    expect(await read(requestId, accountId)).toMatchObject({ approvalsNeeded: 1 });
  expect(await read(await ask('100000'))).toMatchObject({ approvalsNeeded: 2 });
  const by = { operatorId: 'lan', reason: 'the name differs', cause: 'HOLDER_DIFFERS' };
  await operator(platform, 'POST', `/${first}/reject`, by);
  // What is refused does not count, nor what is older than a day.
  expect(await read(await ask('29000000'))).toMatchObject({ approvalsNeeded: 1 });
  await settle(24 * 3_600_000);
  an = await signedIn(platform, 'an@mua.demo');
  expect(await read(await ask('50000000'))).toMatchObject({ approvalsNeeded: 1 });
});

test('one transfer of the bank pays one withdrawal', async () => {
  const [one, two] = [await ask('1000000'), await ask('1000000')];
  for (const requestId of [one, two]) await operator(platform, 'POST', `/${requestId}/approve`, LAN);
  const pay = (requestId: string) =>
    operator(platform, 'POST', `/${requestId}/pay`, { operatorId: 'lan', reference: 'FT26329-7' });
  const [first, other, again] = await Promise.all([pay(one), pay(two), pay(one)]);
  // Whichever was first has it, and is told so again.
  expect(again.statusCode).toBe(first.statusCode);
  const [paid, refused] = first.statusCode === 200 ? [first, other] : [other, first];
  expect([paid.statusCode, refused.statusCode, refused.json().code]).toEqual([200, 409, 'DatabaseDuplicateKey']);
});

test('an operator refuses it with a cause: the money is back, and its owner is told why', async () => {
  const heldBefore = held();
  const requestId = await ask('5000000');
  const by = { operatorId: 'lan', reason: 'the bank returned it', cause: 'ACCOUNT_UNREACHABLE' };
  await operator(platform, 'POST', `/${requestId}/approve`, LAN);
  expect((await operator(platform, 'POST', `/${requestId}/reject`, by)).json()).toMatchObject({ status: 'REFUSED' });
  expect(await read(requestId)).toMatchObject({
    ...{ status: 'REFUSED', cause: 'ACCOUNT_UNREACHABLE', reason: 'the bank returned it' },
    endedAt: expect.any(String),
  });
  expect(held()).toBe(heldBefore);
  const late = await operator(platform, 'POST', `/${requestId}/approve`, MINH);
  expect([late.statusCode, late.json()]).toMatchObject([
    409,
    { code: 'WithdrawalNotWaiting', facts: { status: 'REFUSED' } },
  ]);
  await move(0);
  const [mail] = await outbox(platform);
  expect(mail?.text).toContain('Ngân hàng không nhận được tài khoản thụ hưởng: the bank returned it');
});

test('what is being sent is refused only by who says that the bank does not pay it, and paid as ever', async () => {
  const [paid, returned] = [await ask('1000000'), await ask('1000000')];
  const early = await operator(platform, 'POST', `/${paid}/send`, LAN);
  expect([early.statusCode, early.json()]).toMatchObject([
    409,
    { code: 'WithdrawalNotWaiting', facts: { status: 'HELD' } },
  ]);
  for (const requestId of [paid, returned]) {
    await operator(platform, 'POST', `/${requestId}/approve`, LAN);
    for (let time = 0; time < 2; time += 1)
      expect((await operator(platform, 'POST', `/${requestId}/send`, LAN)).json()).toMatchObject({
        ...{ status: 'APPROVED', sentBy: { operatorId: 'lan', time: expect.any(String) } },
      });
    for (const [verb, by] of [
      ['send', MINH],
      ['reject', MINH],
      ['reject', LAN],
    ] as const) {
      const barred = await operator(platform, 'POST', `/${requestId}/${verb}`, by);
      expect([barred.statusCode, barred.json()]).toMatchObject([
        409,
        { code: 'WithdrawalBeingSent', facts: { operator: 'lan' } },
      ]);
    }
  }
  const booked = await operator(platform, 'POST', `/${paid}/pay`, { operatorId: 'minh', reference: 'FT26329-8' });
  expect(booked.json()).toMatchObject({ status: 'PAID' });
  const by = { ...MINH, cause: 'ACCOUNT_UNREACHABLE', bankDoesNotPay: true };
  expect((await operator(platform, 'POST', `/${returned}/reject`, by)).json()).toMatchObject({ status: 'REFUSED' });
});

test('its owner takes it back while it waits; again is no mistake', async () => {
  const heldBefore = held();
  const requestId = await ask('5000000');
  const url = `/api/investor/accounts/${AN_1}/withdraw-requests/${requestId}`;
  for (let time = 0; time < 2; time += 1)
    expect((await an.send({ method: 'DELETE', url })).json()).toMatchObject({ status: 'CANCELLED' });
  expect(held()).toBe(heldBefore);
  const [first] = await requestsOf(an, AN_1);
  expect(first).toMatchObject({ requestId, status: 'CANCELLED' });
});

test.each([
  ['less than the least', { amount: '99999' }, 422, 'AmountTooSmall'],
  ['more than there is', { amount: '2000000000' }, 422, 'WithdrawAmountExceeded'],
  ['an unknown beneficiary', { beneficiaryAccountId: 'nobody' }, 404, 'BeneficiaryAccountNotFound'],
  ['no sum', { amount: '-5' }, 422, 'AmountTooSmall'],
  ['cents', { amount: '100000.5' }, 400, 'BadRequest'],
])('%s is refused before a code is sent', async (_what, fault, status, code) => {
  const body = { amount: '1000000', beneficiaryAccountId, ...fault };
  const refused = await an.post(`/api/investor/accounts/${AN_2}/withdraw`, body);
  expect([refused.statusCode, refused.json().code]).toEqual([status, code]);
});

test('a beneficiary of a moment ago can’t be paid, neither now nor by a code that is older than its change', async () => {
  const body = { amount: '1000000', beneficiaryAccountId };
  const asked = await an.post(`/api/investor/accounts/${AN_1}/withdraw`, body);
  const code = /\b\d{6}\b/.exec((await outbox(platform))[0]?.text ?? '')?.[0];
  const changed = { ...AN_BANK, beneficiaryAccountNumber: '0071000999999' };
  await confirm(platform, an, await an.post(`/api/investor/beneficiary-accounts/${beneficiaryAccountId}`, changed));
  const old = await an.post(`/api/investor/security/taskflow/${asked.json().taskId}/verify`, { code });
  expect([old.statusCode, old.json().code]).toEqual([422, 'BeneficiaryOnHold']);
  const now = await an.post(`/api/investor/accounts/${AN_1}/withdraw`, body);
  const until = new Date(platform.clock.nowMs() + LIMITS.beneficiaryHoldMs).toISOString();
  expect(now.json()).toMatchObject({ code: 'BeneficiaryOnHold', facts: { until } });
  await settle(LIMITS.beneficiaryHoldMs);
});

test('a code is for its sum and beneficiary and for nobody else; other sub-accounts are nobody’s', async () => {
  const binh = await signedIn(platform, 'binh@mua.demo');
  const body = { amount: '1000000', beneficiaryAccountId };
  const theirs = await binh.post(`/api/investor/accounts/${BINH_1}/withdraw`, body);
  expect(theirs.json().code).toBe('BeneficiaryAccountNotFound');
  const foreign = await binh.post(`/api/investor/accounts/${AN_1}/withdraw`, body);
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'NotFound']);
  const requestId = await ask('1000000');
  const elsewhere = await an.get(`/api/investor/accounts/${AN_2}/withdraw-requests/${requestId}`);
  expect(elsewhere.statusCode).toBe(404);
  const dung = await signedIn(platform, 'dung@mua.demo');
  const early = await dung.post(`/api/investor/accounts/${DUNG_1}/withdraw`, body);
  expect([early.statusCode, early.json().code]).toEqual([403, 'InvestorTradingAccountNotAllowed']);
});

test('whoever sends the right code again, because its answer was lost, has withdrawn once and is told so', async () => {
  const heldBefore = held() ?? 0n;
  const body = { amount: '3000000', beneficiaryAccountId };
  const { taskId } = (await an.post(`/api/investor/accounts/${AN_1}/withdraw`, body)).json();
  const code = /\b\d{6}\b/.exec((await outbox(platform))[0]?.text ?? '')?.[0] ?? '';
  const verify = (by: Browser, typed: string) =>
    by.post(`/api/investor/security/taskflow/${taskId}/verify`, { code: typed });
  const first = await verify(an, code);
  const again = await Promise.all([verify(an, code), verify(an, code)]);
  expect(again.map((reply) => [reply.statusCode, reply.json()])).toEqual([
    [200, first.json()],
    [200, first.json()],
  ]);
  expect(held()).toBe(heldBefore + 3_000_000n);
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await verify(an, wrong)).json().code).toBe('VerifyTaskflowFailed');
  expect((await verify(await signedIn(platform, 'binh@mua.demo'), code)).json().code).toBe('VerifyTaskflowFailed');
  await settle(LIMITS.otpTtlMs);
  expect((await verify(an, code)).json().code).toBe('VerifyTaskflowFailed');
});

test('a code that comes when the money is gone holds nothing, and the request says why', async () => {
  const { withdrawable } = (await an.get(`/api/investor/margin-status/${AN_2}`)).json();
  const body = { amount: withdrawable, beneficiaryAccountId };
  const asked = [];
  for (let count = 0; count < 2; count += 1) {
    const { taskId } = (await an.post(`/api/investor/accounts/${AN_2}/withdraw`, body)).json();
    asked.push({ taskId, code: /\b\d{6}\b/.exec((await outbox(platform))[0]?.text ?? '')?.[0] });
  }
  const replies = await Promise.all(
    asked.map(({ taskId, code }) => an.post(`/api/investor/security/taskflow/${taskId}/verify`, { code })),
  );
  const refused = replies.find(({ statusCode }) => statusCode !== 200);
  expect([refused?.statusCode, refused?.json().code]).toEqual([422, 'NotWithdrawMargin']);
  for (const [index, { taskId, code }] of asked.entries()) {
    const again = await an.post(`/api/investor/security/taskflow/${taskId}/verify`, { code });
    expect([again.statusCode, again.json().code]).toEqual([replies[index]?.statusCode, replies[index]?.json().code]);
  }
  const requests = (await requestsOf(an, AN_2)).slice(0, 2);
  expect(requests.map(({ status }) => status).sort()).toEqual(['FAILED', 'HELD']);
  expect(requests.find(({ status }) => status === 'FAILED')?.failure).toEqual({ code: 'NotWithdrawMargin', facts: {} });
  expect(held(AN_2)).toBe(BigInt(withdrawable));
});

test('an account with money held for a withdrawal can’t be deleted', async () => {
  await ask('1000000');
  await stepUp(an);
  const asked = await an.send({ method: 'POST', url: '/api/investor/security/deletion', payload: {} });
  expect([asked.statusCode, asked.json().code]).toEqual([409, 'AccountDeletionNotAllowed']);
});
