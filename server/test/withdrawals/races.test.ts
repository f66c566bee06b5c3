/**
 * Checks withdrawals that meet: many at once, a cancel and an approval, two operators, a payment and a refusal, a price
 * that falls; and what a start makes of each state in which a crash can leave a request.
 */

import { randomUUID } from 'node:crypto';
import type { WithdrawStatus } from '@mua/contract/entities/withdraw-request';
import { accountEquityVnd, type CommandBody, cashVnd } from '@mua/core/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyedMutex } from '#ground/keyed-mutex.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { replyError } from '#refusals/reply-error.ts';
import { openPosition } from '#test/fixtures/good-requests.ts';
import {
  askedWithdrawal,
  heldWithdrawal,
  LAN,
  MINH,
  operator,
  payableAccounts,
  stepsOf,
} from '#test/fixtures/payouts.ts';
import { AN_1, AN_2, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';
import { createWithdrawalSteps } from '#withdrawals/withdrawal-steps.ts';
import { findRequest } from '#withdrawals/withdrawal-store.ts';

let platform: Platform;
let an: Browser;

beforeEach(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterEach(() => platform.close());

const asked = (amountVnd: bigint, accountId = AN_1) => askedWithdrawal(platform, accountId, amountVnd);
const heldRequest = (amountVnd: bigint, accountId = AN_1, approvalsNeeded = 1) =>
  heldWithdrawal(platform, accountId, amountVnd, approvalsNeeded);

async function statusOf(requestId: string): Promise<WithdrawStatus | undefined> {
  return (await findRequest(platform.database.pool, requestId))?.status;
}

async function countByStatus(): Promise<Record<string, number>> {
  const found = await platform.database.pool.query<{ status: string; many: number }>(
    'select status, count(*)::integer as many from withdraw_request group by status',
  );
  return Object.fromEntries(found.rows.map(({ status, many }) => [status, many]));
}

/** Of each sub-account: the rows and the engine say the same, and nothing is held that is not there. */
async function expectAgreement(): Promise<void> {
  const { state } = platform.sequencer;
  for (const accountId of [AN_1, AN_2]) {
    const account = state.accounts.get(accountId);
    if (!account) throw new Error(accountId);
    const found = await platform.database.pool.query<{ held: string }>(
      `select coalesce(sum(amount_vnd), 0)::text as held from withdraw_request
       where account_id = $1 and status in ('HELD', 'APPROVED')`,
      [accountId],
    );
    expect(account.heldVnd.toString()).toBe(found.rows[0]?.held);
    expect(account.heldVnd <= cashVnd(state, account)).toBe(true);
  }
}

/** What the sub-account's mailbox has of withdrawals once that many starts have gone on with them. */
async function lettersAfterStarts(starts: number): Promise<string[]> {
  for (let start = 0; start < starts; start += 1) await (await platform.startAgain()).close();
  const found = await platform.database.pool.query<{ code: string }>(
    `select record ->> 'code' as code from mailbox_message where account_id = $1 and record ->> 'code' like 'Withdraw%'`,
    [AN_1],
  );
  return found.rows.map(({ code }) => code);
}

const cancel = (requestId: string) =>
  an.send({ method: 'DELETE', url: `/api/investor/accounts/${AN_1}/withdraw-requests/${requestId}` });

test('of fifty at once over two sub-accounts no more is held than is there', async () => {
  const requests: string[] = [];
  for (let count = 0; count < 50; count += 1) requests.push(await asked(60_000_000n, count % 2 ? AN_1 : AN_2));
  const steps = stepsOf(platform);
  const ends = await Promise.allSettled(requests.map((requestId) => steps.bringOn(requestId)));
  // Sixteen times sixty million in each thousand million.
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
  expect(await countByStatus()).toEqual({ HELD: 32, FAILED: 18 });
  await expectAgreement();
});

test('more than margin leaves is refused by that bound, before a code and when it is held', async () => {
  await openPosition(platform, an, AN_1, randomUUID());
  const { beneficiaryAccountId } = await payableAccounts(platform, '108C000001');
  const { cash, withdrawable } = (await an.get(`/api/investor/margin-status/${AN_1}`)).json();
  const refused = await an.post(`/api/investor/accounts/${AN_1}/withdraw`, { amount: cash, beneficiaryAccountId });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'AmountExceededRemainingMargin', facts: { withdrawable, amount: cash } },
  ]);
  const requestId = await asked(BigInt(cash));
  await expect(stepsOf(platform).bringOn(requestId)).rejects.toMatchObject({ code: 'AmountExceededRemainingMargin' });
  expect(await statusOf(requestId)).toBe('FAILED');
});

test('where the journal takes nothing, the request has failed and nothing is held, now or after a start', async () => {
  const requestId = await asked(1_000_000n);
  const { database, clock } = platform;
  const submit = () => Promise.reject(new JournalBusyError('too much is waiting'));
  const steps = createWithdrawalSteps({ pool: database.pool, clock, submit, exclusively: createKeyedMutex() });
  await expect(steps.bringOn(requestId)).rejects.toMatchObject({ code: 'WithdrawAccountFailed' });
  expect(await lettersAfterStarts(1)).toEqual([]);
  expect(await statusOf(requestId)).toBe('FAILED');
  await expectAgreement();
});

test('of a deleted investor nothing is held', async () => {
  const requestId = await asked(1_000_000n);
  platform.sequencer.closeAccounts([AN_1]);
  await expect(stepsOf(platform).bringOn(requestId)).rejects.toMatchObject({ code: 'InvestorDeleted' });
  expect(await statusOf(requestId)).toBe('FAILED');
});

test('a cancel and an approval at once: one of them counts, and the other hears of it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const requestId = await heldRequest(1_000_000n);
    const acts = [() => cancel(requestId), () => operator(platform, 'POST', `/${requestId}/approve`, LAN)];
    const replies = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(['CANCELLED', 'APPROVED']).toContain(await statusOf(requestId));
    await expectAgreement();
  }
});

test('two operators at once are two people; one who asks twice is one', async () => {
  const requestId = await heldRequest(60_000_000n, AN_1, 2);
  const approve = (by: object) => operator(platform, 'POST', `/${requestId}/approve`, by);
  const twice = await Promise.all([approve(LAN), approve(LAN)]);
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const both = await Promise.all([approve(MINH), approve({ ...MINH, operatorId: 'hoa' })]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await operator(platform, 'GET', `/${requestId}`)).json()).toMatchObject({ status: 'APPROVED', approvals: 2 });
});

test('a payment and a refusal at once: paid or refused, never both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const requestId = await heldRequest(1_000_000n);
    await operator(platform, 'POST', `/${requestId}/approve`, LAN);
    const reference = `FT-${round}`;
    const acts = [
      () => operator(platform, 'POST', `/${requestId}/pay`, { operatorId: 'lan', reference }),
      () => operator(platform, 'POST', `/${requestId}/reject`, MINH),
    ];
    const replies = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { rows } = await platform.database.pool.query('select 1 from ledger_posting where reference = $1', [
      reference,
    ]);
    expect(rows).toHaveLength((await statusOf(requestId)) === 'PAID' ? 1 : 0);
    await expectAgreement();
  }
});

test('a price that falls takes back what is not approved, and its owner is told once', async () => {
  await openPosition(platform, an, AN_1, randomUUID());
  const { state } = platform.sequencer;
  const account = state.accounts.get(AN_1);
  if (!account) throw new Error('no account');
  const free = accountEquityVnd(state, account) - account.requiredVnd;
  const requests = [await heldRequest(free / 3n), await heldRequest(free / 3n)];
  const [approved = '', waiting = ''] = requests;
  await operator(platform, 'POST', `/${approved}/approve`, LAN);
  const fall = platform.sequencer.submit({
    kind: 'markPrices',
    prices: [{ contractCode: CODE, lastTicks: 1, highTicks: 1, lowTicks: 1 }],
  });
  await Promise.all([fall, operator(platform, 'POST', `/${waiting}/approve`, LAN), cancel(approved)]);
  await platform.sequencer.settled();
  await expectAgreement();
  expect(await statusOf(approved)).toBe('APPROVED');
  expect(await statusOf(waiting)).toBe('MARGIN_NEEDED');
  expect(await lettersAfterStarts(2)).toEqual(['WithdrawReleased']);
});

/** The hold of a process that had no answer, or was frozen before it gave it: nobody knows of it any more. */
async function lostHold(requestId: string): Promise<CommandBody> {
  const { database, clock } = platform;
  const sent: CommandBody[] = [];
  const steps = createWithdrawalSteps({
    ...{ pool: database.pool, clock, exclusively: createKeyedMutex() },
    async submit(body) {
      sent.push(body);
      throw replyError('RpcTimeoutError', {});
    },
  });
  await expect(steps.bringOn(requestId)).rejects.toMatchObject({ code: 'RpcTimeoutError' });
  const [hold] = sent;
  if (!hold) throw new Error('nothing was held');
  return hold;
}

test('a hold of which no answer came is not taken for a refusal: it is held once, and can be given back', async () => {
  const requestId = await asked(7_000_000n);
  await platform.sequencer.submit(await lostHold(requestId));
  expect(await statusOf(requestId)).toBe('HELD');
  await lettersAfterStarts(1);
  expect((await cancel(requestId)).json()).toMatchObject({ status: 'CANCELLED' });
  await expectAgreement();
});

async function refuseBusy(requestId: string): Promise<void> {
  const { database, clock } = platform;
  const submit = () => Promise.reject(new JournalBusyError('commits wait'));
  const steps = createWithdrawalSteps({ pool: database.pool, clock, submit, exclusively: createKeyedMutex() });
  await expect(steps.bringOn(requestId)).rejects.toMatchObject({ code: 'WithdrawAccountFailed' });
}

test.each([
  ['refused', 'FAILED', refuseBusy],
  ['cancelled', 'CANCELLED', cancel],
])('a hold that comes late, of what was %s meanwhile, is given back by the next round', async (_what, status, end) => {
  const requestId = await asked(7_000_000n);
  const hold = await lostHold(requestId);
  await end(requestId);
  await platform.sequencer.submit(hold);
  expect(platform.sequencer.state.accounts.get(AN_1)?.heldVnd).toBe(7_000_000n);
  await lettersAfterStarts(1);
  expect(await statusOf(requestId)).toBe(status);
  await expectAgreement();
});

test('what was asked for and not held yet is cancelled for good', async () => {
  const requestId = await asked(7_000_000n);
  expect((await cancel(requestId)).json()).toMatchObject({ status: 'CANCELLED' });
  await lettersAfterStarts(2);
  expect(await statusOf(requestId)).toBe('CANCELLED');
  await expectAgreement();
});

test.each([
  ['asked, and never held', 'ASKED', {}, 'HELD'],
  [
    'approved by everybody, and not by the engine',
    'HELD',
    { approvals: JSON.stringify([{ ...LAN, timeMs: 1 }]) },
    'APPROVED',
  ],
  ['refused, and not given back', 'HELD', { rejected_by: 'lan', reason: 'no' }, 'REFUSED'],
  ['reported as paid, and not booked', 'APPROVED', { reported_reference: 'FT-9' }, 'PAID'],
  ['approved by nobody', 'HELD', {}, 'HELD'],
])('a start goes on with what is %s, once', async (_what, from, columns, to) => {
  const requestId = await (from === 'ASKED' ? asked(7_000_000n) : heldRequest(7_000_000n));
  if (from === 'APPROVED') await operator(platform, 'POST', `/${requestId}/approve`, LAN);
  for (const [column, value] of Object.entries(columns))
    await platform.database.pool.query(`update withdraw_request set ${column} = $2 where request_id = $1`, [
      requestId,
      value,
    ]);
  const letters = await lettersAfterStarts(2);
  expect(await statusOf(requestId)).toBe(to);
  await expectAgreement();
  const { rows } = await platform.database.pool.query(`select 1 from ledger_posting where type = 'withdrawal'`);
  expect(rows).toHaveLength(to === 'PAID' ? 1 : 0);
  expect(letters).toHaveLength(to === 'PAID' || to === 'REFUSED' ? 1 : 0);
});
