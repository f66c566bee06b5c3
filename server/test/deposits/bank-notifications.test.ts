/**
 * The bank's word: credited once when it says what was asked for, kept for an operator when it says anything else, and
 * not heard when it is not the bank's.
 */
import type { Deposit } from '@mua/contract/entities/deposit';
import { LIMITS } from '@mua/contract/limits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { asked, decide, notify, paymentOf } from '#test/fixtures/payments.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  Browser,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

const START = 1_000_000_000n;
const SUM = 50_000_000n;

let platform: Platform;
let an: Browser;
let deposit: Deposit;

beforeEach(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
  deposit = await asked(an, AN_1);
});
afterEach(() => platform.close());

async function cash(browser = an, accountId = AN_1): Promise<bigint> {
  return BigInt((await browser.get(`/api/investor/margin-status/${accountId}`)).json().cash);
}

async function depositNow(): Promise<Deposit> {
  return (await an.get(`/api/investor/accounts/${AN_1}/deposits/${deposit.depositId}`)).json();
}

async function bodyOf(response: ReturnType<typeof notify>): Promise<unknown> {
  return (await response).json();
}

describe('a payment as it was asked for', () => {
  test('is credited, told and shown', async () => {
    const payment = paymentOf(platform, deposit);
    expect(await bodyOf(notify(platform, payment))).toEqual({
      notificationId: payment.notificationId,
      status: 'CREDITED',
    });
    expect(await cash()).toBe(START + SUM);
    expect(await depositNow()).toMatchObject({ status: 'CREDITED', received: '50000000', checking: null });
    const { items } = (await an.get(`/api/investor/accounts/${AN_1}/transactions`)).json();
    expect(items[0]).toMatchObject({ type: 'DEPOSIT', amount: '50000000', note: deposit.memo });
    const mailbox = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
    expect(mailbox.items).toMatchObject([
      { code: 'DepositCredited', facts: { amount: '50000000', account: AN_1, available: '1050000000' } },
    ]);
    const outbox = (await an.get('/api/dev/outbox')).json();
    expect(outbox.items[0]).toMatchObject({ to: 'an@mua.demo', subject: 'Mùa: đã nạp 50.000.000\u00a0₫' });
  });

  test('told again, and fifty times at once, it is credited once', async () => {
    const payment = paymentOf(platform, deposit);
    await Promise.all(Array.from({ length: 50 }, () => notify(platform, payment)));
    const again = await notify(platform, payment);
    expect([again.statusCode, again.json().status]).toEqual([200, 'CREDITED']);
    expect(await cash()).toBe(START + SUM);
  });

  test('told again before and after other payments, in any order, each is credited once', async () => {
    const deposits = [deposit, await asked(an, AN_1), await asked(an, AN_2), await asked(an, AN_1)];
    const payments = deposits.map((one) => paymentOf(platform, one));
    const [a, b, c, d] = payments;
    for (const one of [d, b, a, b, c, d, a, c]) if (one) await notify(platform, one);
    expect(await cash()).toBe(START + 3n * SUM);
    expect(await cash(an, AN_2)).toBe(START + SUM);
  });

  test('is tried again once the journal takes it', async () => {
    const { submit } = platform.sequencer;
    const { JournalBusyError } = await import('#refusals/journal-busy.ts');
    Object.assign(platform.sequencer, { submit: () => Promise.reject(new JournalBusyError()) });
    const payment = paymentOf(platform, deposit);
    expect(await bodyOf(notify(platform, payment))).toMatchObject({ status: 'MATCHED' });
    Object.assign(platform.sequencer, { submit });
    expect(await cash()).toBe(START);
    platform.clock.advanceBy(5_000);
    await expect.poll(async () => (await depositNow()).status).toBe('CREDITED');
    expect(await cash()).toBe(START + SUM);
  });
});

describe('nobody but the bank is heard', () => {
  test.each([
    ['another sum than was signed', (payment: object) => ({ ...payment, amount: '50000001' })],
    ['another memo', (payment: object) => ({ ...payment, memo: 'NAP 222222' })],
    ['another account', (payment: object) => ({ ...payment, accountNumber: '000000000002' })],
    ['a field more', (payment: object) => ({ ...payment, note: '' })],
  ])('%s', async (_what, alter) => {
    const payment = paymentOf(platform, deposit);
    const altered = await notify(platform, alter(payment), { signed: JSON.stringify(payment) });
    expect([altered.statusCode, altered.json().code]).toEqual([401, 'Unauthorized']);
    expect(await depositNow()).toMatchObject({ status: 'WAITING' });
    // What was refused has used nothing up.
    await notify(platform, payment);
    expect(await cash()).toBe(START + SUM);
  });

  test('another secret, no signature, one that is none', async () => {
    const payment = paymentOf(platform, deposit);
    expect((await notify(platform, payment, { secret: 'another secret of thirty-two signs' })).statusCode).toBe(401);
    for (const signature of [undefined, '', 'sha256=', `sha256=${'0'.repeat(63)}`, `sha1=${'0'.repeat(64)}`]) {
      const response = await platform.app.inject({
        method: 'POST',
        url: '/api/bank/notifications',
        headers: {
          'content-type': 'application/json',
          ...(signature === undefined ? {} : { 'x-signature': signature }),
        },
        payload: JSON.stringify(payment),
      });
      expect(response.statusCode, signature).toBe(401);
    }
    expect(await cash()).toBe(START);
  });

  test('what is malformed is refused with its field, once it is known to be the bank’s', async () => {
    const malformed = { ...paymentOf(platform, deposit), amount: '-5' };
    expect(await bodyOf(notify(platform, malformed))).toMatchObject({ code: 'BadRequest', facts: { field: 'amount' } });
    expect((await notify(platform, malformed, { signed: 'x' })).statusCode).toBe(401);
  });

  test('the same id for another payment is refused', async () => {
    const payment = paymentOf(platform, deposit);
    await notify(platform, payment);
    const other = await notify(platform, { ...payment, amount: '60000000' });
    expect([other.statusCode, other.json().code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
    expect(await cash()).toBe(START + SUM);
  });
});

describe('a payment that is not what was asked for waits for an operator', () => {
  test.each([
    ['too little', { amount: '49999999' }, 'WRONG_SUM'],
    ['too much', { amount: '50000001' }, 'WRONG_SUM'],
    ['another account of the broker’s', { bankId: 'bidv', accountNumber: '000000000002' }, 'WRONG_ACCOUNT'],
    ['an account that is not the broker’s', { accountNumber: '123456789' }, 'WRONG_ACCOUNT'],
    ['without a memo', { memo: '' }, 'UNKNOWN_MEMO'],
    ['with a memo of nobody', { memo: 'NAP 222222' }, 'UNKNOWN_MEMO'],
    ['with signs that no database stores', { memo: 'NAP \u0000\ud800' }, 'UNKNOWN_MEMO'],
  ])('%s', async (_what, differently, cause) => {
    const payment = { ...paymentOf(platform, deposit), ...differently };
    expect(await bodyOf(notify(platform, payment))).toMatchObject({ status: 'QUEUED' });
    expect(await bodyOf(notify(platform, payment))).toMatchObject({ status: 'QUEUED' });
    const queue = await an.send({
      method: 'GET',
      url: '/api/operator/bank-notifications',
      headers: { authorization: 'Bearer stage-operator' },
    });
    expect(queue.json().items).toMatchObject([{ notificationId: payment.notificationId, status: 'QUEUED', cause }]);
    expect(await cash()).toBe(START);
    const isKnown = payment.memo.includes(deposit.memo);
    expect(await depositNow()).toMatchObject(
      isKnown ? { status: 'CHECKING', checking: payment.amount } : { status: 'WAITING', checking: null },
    );
  });

  test('booked long ago, or after the deposit’s time', async () => {
    const at = (ms: number) => new Date(platform.clock.nowMs() + ms).toISOString();
    const late = { ...paymentOf(platform, deposit), bookedAt: at(-LIMITS.bankNotificationLateMs - 1) };
    expect(await bodyOf(notify(platform, late))).toMatchObject({ status: 'QUEUED' });
    const beyond = { ...paymentOf(platform, deposit), bookedAt: at(LIMITS.depositValidMs) };
    expect(await bodyOf(notify(platform, beyond))).toMatchObject({ status: 'QUEUED' });
    expect(await cash()).toBe(START);
  });

  test('booked in the future, further than a clock may be ahead', async () => {
    const at = (ms: number) => new Date(platform.clock.nowMs() + ms).toISOString();
    const early = { ...paymentOf(platform, deposit), bookedAt: at(LIMITS.bankNotificationEarlyMs + 1) };
    expect(await bodyOf(notify(platform, early))).toMatchObject({ status: 'QUEUED' });
    const found = await platform.database.pool.query('select cause from bank_notification');
    expect(found.rows).toEqual([{ cause: 'TOO_EARLY' }]);
    expect(await cash()).toBe(START);
    const ahead = { ...paymentOf(platform, deposit), bookedAt: at(LIMITS.bankNotificationEarlyMs) };
    expect(await bodyOf(notify(platform, ahead))).toMatchObject({ status: 'CREDITED' });
    expect(await cash()).toBe(START + SUM);
  });

  test('a second time', async () => {
    await notify(platform, paymentOf(platform, deposit));
    expect(await bodyOf(notify(platform, paymentOf(platform, deposit)))).toMatchObject({ status: 'QUEUED' });
    expect(await cash()).toBe(START + SUM);
    expect(await depositNow()).toMatchObject({ status: 'CREDITED', checking: '50000000' });
  });

  test('twice at the same time, only one is the first', async () => {
    const { pool } = platform.database;
    const [first, second] = await whileHeld(pool, 'select from deposit for update', async (untilWaiting) => {
      const both = [0, 1].map(() => bodyOf(notify(platform, paymentOf(platform, deposit))));
      await untilWaiting(1);
      return both;
    });
    const statuses = (await Promise.all([first, second])).map((answer) => (answer as { status: string }).status);
    expect(statuses.sort()).toEqual(['CREDITED', 'QUEUED']);
    expect(await cash()).toBe(START + SUM);
  });

  test.each([
    ['suspended', 'is_suspended = true', 'INVESTOR_SUSPENDED'],
    ['deleted', 'deleted_ms = 1', 'INVESTOR_DELETED'],
  ])('its owner is %s', async (_what, change, cause) => {
    await platform.database.pool.query(`update investor set ${change} where investor_id = '108C000001'`);
    const payment = paymentOf(platform, deposit);
    expect(await bodyOf(notify(platform, payment))).toMatchObject({ status: 'QUEUED' });
    const found = await platform.database.pool.query('select cause from bank_notification');
    expect(found.rows).toEqual([{ cause }]);
  });

  test('its owner is deleted while it is on its way', async () => {
    platform.sequencer.closeAccounts([AN_1]);
    expect(await bodyOf(notify(platform, paymentOf(platform, deposit)))).toMatchObject({ status: 'QUEUED' });
    const found = await platform.database.pool.query('select cause, account_id from bank_notification');
    expect(found.rows).toEqual([{ cause: 'INVESTOR_DELETED', account_id: null }]);
  });

  test('of sums as large as any that is taken, what waits is still told', async () => {
    const huge = (amount: string) => notify(platform, { ...paymentOf(platform, deposit), amount });
    expect((await huge('1000000000000000')).json()).toMatchObject({ code: 'BadRequest', facts: { field: 'amount' } });
    for (let count = 0; count < 20; count += 1) await huge('999999999999999');
    expect(await depositNow()).toMatchObject({ status: 'CHECKING', checking: String(20n * 999_999_999_999_999n) });
    expect((await an.get(`/api/investor/accounts/${AN_1}/deposits`)).statusCode).toBe(200);
  });

  test('its owner is told not to pay again, and kept from it', async () => {
    await notify(platform, { ...paymentOf(platform, deposit), amount: '49000000' });
    const outbox = (await an.get('/api/dev/outbox')).json();
    expect(outbox.items[0].subject).toBe('Mùa: khoản nạp 49.000.000\u00a0₫ đang đối soát');
    const mailbox = (await an.get('/api/notification/108C000001/mailbox')).json();
    expect(mailbox.items[0]).toMatchObject({ code: 'DepositUnmatched', facts: { amount: '49000000' } });
    const again = await an.post(`/api/investor/accounts/${AN_1}/deposits`, { amount: '50000000', bankId: 'bidv' });
    expect([again.statusCode, again.json()]).toMatchObject([503, { code: 'DepositAccountFailed' }]);
    await asked(an, AN_1, '1000000');
  });
});

describe('operators decide', () => {
  const WRONG = { amount: '49000000' };

  test('assigned while the journal is busy, it is said so, and credited once the journal takes it', async () => {
    const payment = { ...paymentOf(platform, deposit), ...WRONG };
    await notify(platform, payment);
    const { submit } = platform.sequencer;
    const { JournalBusyError } = await import('#refusals/journal-busy.ts');
    Object.assign(platform.sequencer, { submit: () => Promise.reject(new JournalBusyError()) });
    const busy = await decide(platform, payment, 'assign', { accountId: AN_1 });
    expect([busy.statusCode, busy.json().code]).toEqual([503, 'SyncAccountFailed']);
    Object.assign(platform.sequencer, { submit });
    platform.clock.advanceBy(5_000);
    await expect.poll(() => cash()).toBe(START + 49_000_000n);
  });

  test('it goes into a sub-account, once', async () => {
    const payment = { ...paymentOf(platform, deposit), ...WRONG };
    await notify(platform, payment);
    const assigned = await decide(platform, payment, 'assign', { accountId: AN_1 });
    expect(assigned.json()).toMatchObject({ status: 'CREDITED', decisions: [{ operatorId: 'lan', act: 'assign' }] });
    expect((await decide(platform, payment, 'assign', { accountId: AN_1 })).statusCode).toBe(422);
    expect((await decide(platform, payment, 'return', {})).statusCode).toBe(422);
    expect(await cash()).toBe(START + 49_000_000n);
    expect(await depositNow()).toMatchObject({ status: 'CREDITED', amount: '50000000', received: '49000000' });
  });

  test('into another one than asked for it; its deposit is over', async () => {
    const payment = { ...paymentOf(platform, deposit), ...WRONG };
    await notify(platform, payment);
    await decide(platform, payment, 'assign', { accountId: BINH_1 });
    expect(await cash()).toBe(START);
    expect(await cash(await signedIn(platform, 'binh@mua.demo'), BINH_1)).toBe(START + 49_000_000n);
    expect(await depositNow()).toMatchObject({ status: 'RETURNED', received: null });
  });

  test('it goes back', async () => {
    const payment = { ...paymentOf(platform, deposit), ...WRONG };
    await notify(platform, payment);
    expect((await decide(platform, payment, 'return', {})).json()).toMatchObject({ status: 'RETURNED' });
    expect(await depositNow()).toMatchObject({ status: 'RETURNED', checking: null });
    expect(await cash()).toBe(START);
  });

  test('the list of acts has every decision, once', async () => {
    const [given, back] = [0, 1].map((at) => ({ ...paymentOf(platform, deposit), amount: `4900000${at}` }));
    if (!given || !back) throw new Error('two payments');
    for (const payment of [given, back]) await notify(platform, payment);
    await decide(platform, given, 'assign', { accountId: AN_1 });
    await decide(platform, back, 'return', {});
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const page = async (more: string) =>
      (await an.send({ method: 'GET', url: `/api/operator/acts?limit=1${more}`, headers })).json();
    const newest = await page('');
    const older = await page(`&cursor=${newest.nextCursor}`);
    expect(
      [...newest.items, ...older.items].map(({ act, accountId, subject }) => ({ act, accountId, subject })),
    ).toEqual([
      { act: 'returnPayment', accountId: null, subject: back.notificationId },
      { act: 'assignPayment', accountId: AN_1, subject: given.notificationId },
    ]);
  });

  test('whoever it was meant for is told that it goes back', async () => {
    const payment = { ...paymentOf(platform, deposit), ...WRONG };
    await notify(platform, payment);
    await decide(platform, payment, 'return', {});
    const mailbox = (await an.get('/api/notification/108C000001/mailbox')).json();
    expect(mailbox.items[0]).toMatchObject({ code: 'DepositReturned', facts: { amount: '49000000' } });
    const outbox = (await an.get('/api/dev/outbox')).json();
    expect(outbox.items[0].subject).toBe('Mùa: khoản nạp 49.000.000\u00a0₫ được hoàn trả');
  });

  test('nobody is told of what nobody was meant for, or whose owner has gone', async () => {
    const stray = { ...paymentOf(platform, deposit), memo: 'NAP 222222' };
    await notify(platform, stray);
    await decide(platform, stray, 'return', {});
    const payment = { ...paymentOf(platform, deposit), ...WRONG };
    await notify(platform, payment);
    await platform.database.pool.query("update investor set deleted_ms = 1 where investor_id = '108C000001'");
    await decide(platform, payment, 'return', {});
    const letters = await platform.database.pool.query(
      "select from mailbox_message where record ->> 'code' = 'DepositReturned'",
    );
    expect(letters.rowCount).toBe(0);
  });

  test('above the limit two people must say the same', async () => {
    const payment = { ...paymentOf(platform, deposit), amount: String(LIMITS.depositAloneVnd + 1) };
    await notify(platform, payment);
    const say = async (operatorId: string, accountId: string) =>
      (await decide(platform, payment, 'assign', { operatorId, accountId })).json();
    expect(await say('lan', AN_1)).toMatchObject({ status: 'QUEUED', decisionsNeeded: 2 });
    expect(await say('lan', AN_1)).toMatchObject({ code: 'SecondPersonRequired' });
    expect(await say('LAN', AN_1)).toMatchObject({ code: 'SecondPersonRequired' });
    expect(await say('minh', AN_2)).toMatchObject({ status: 'QUEUED' });
    expect(await say('lan', AN_1)).toMatchObject({ status: 'QUEUED' });
    expect(await cash()).toBe(START);
    expect(await say('minh', AN_1)).toMatchObject({ status: 'CREDITED', accountId: AN_1 });
    expect(await cash()).toBe(START + BigInt(LIMITS.depositAloneVnd) + 1n);
  });

  test('of nobody’s account, and of no payment, there is nothing to decide', async () => {
    const payment = { ...paymentOf(platform, deposit), ...WRONG };
    expect((await decide(platform, payment, 'return', {})).statusCode).toBe(404);
    await notify(platform, payment);
    const unknown = await decide(platform, payment, 'assign', { accountId: '108C000009-01' });
    expect(unknown.json()).toMatchObject({ code: 'BadRequest', facts: { field: 'accountId' } });
  });

  test('they read what was asked for page by page', async () => {
    const later = await asked(an, AN_2);
    const page = async (query: string) =>
      (
        await new Browser(platform).send({
          method: 'GET',
          url: `/api/operator/deposits?limit=1${query}`,
          headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        })
      ).json();
    const first = await page('');
    expect(first.items).toMatchObject([{ memo: later.memo }]);
    expect(await page(`&cursor=${first.nextCursor}`)).toMatchObject({
      items: [{ memo: deposit.memo }],
      nextCursor: null,
    });
  });
});
