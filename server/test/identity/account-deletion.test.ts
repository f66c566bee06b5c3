import { cashVnd } from '@mua/core/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDeletedAccounts } from '#identity/accounts/account-deletion.ts';
import { outbox, stepUp } from '#test/fixtures/codes.ts';
import { copying, endLead, leadNew } from '#test/fixtures/copying.ts';
import { during } from '#test/fixtures/held-rows.ts';
import { newcomer } from '#test/fixtures/newcomer.ts';
import {
  AN_1,
  BINH_1,
  Browser,
  CODE,
  DUNG_1,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

const URL = '/api/investor/security/deletion';
const DUNG = '108C000004';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

function operate(verb: string, investorId: string, more: object = {}) {
  return new Browser(platform).send({
    method: 'POST',
    url: `/api/operator/investors/${verb}`,
    payload: { investorId, operatorId: 'lan', reason: 'asked by letter', ...more },
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
}

async function cases() {
  const response = await new Browser(platform).send({
    method: 'GET',
    url: '/api/operator/investors',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  return response.json().items;
}

describe('asking for deletion', () => {
  test('lists what is left: positions, orders, money', async () => {
    const an = await signedIn(platform, 'an@mua.demo');
    expect((await an.post(URL, {})).json().code).toBe('StepUpRequired');
    await stepUp(an);
    const order = { contractCode: CODE, side: 'BUY', duration: 'GTC', orderType: 'LIMIT', limitPrice: '400.00' };
    const id = (last: number) => `0190163d-8694-739b-aea5-00000000000${last}`;
    platform.venue.fillAtTicks = 1800;
    await an.post(`/api/order/${AN_1}/place`, { ...order, clientOrderId: id(1), quantity: 2 });
    await platform.sequencer.settled();
    platform.venue.fillAtTicks = null;
    await an.post(`/api/order/${AN_1}/place`, { ...order, clientOrderId: id(2), quantity: 1 });
    await platform.sequencer.settled();
    const refused = await an.post(URL, {});
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'AccountDeletionNotAllowed', facts: { positions: 1, orders: 1 } },
    ]);
    expect(Number(refused.json().facts.balance)).toBeGreaterThan(1_900_000_000);
  });

  test('is withdrawn, refused by an operator, or not granted while money is left', async () => {
    const dung = await signedIn(platform, 'dung@mua.demo');
    expect((await dung.send({ method: 'DELETE', url: URL })).json().code).toBe('AccountDeletionNotPending');
    expect((await operate('delete', DUNG)).json().code).toBe('AccountDeletionNotPending');
    await stepUp(dung);
    expect((await dung.post(URL, {})).json().deletionRequestedAt).not.toBeNull();
    expect((await dung.post(URL, {})).statusCode).toBe(200);
    expect((await dung.send({ method: 'DELETE', url: URL })).json().deletionRequestedAt).toBeNull();

    await dung.post(URL, {});
    expect((await cases())[0]).toMatchObject({ investorId: DUNG, deletedAt: null, lastAct: null });
    const kept = (await operate('keep', DUNG)).json();
    expect(kept).toMatchObject({ deletionRequestedAt: null, lastAct: { act: 'keep', operatorId: 'lan' } });
    expect((await outbox(platform))[0]?.text).toContain('không được duyệt');

    await dung.post(URL, {});
    await platform.sequencer.submit({ kind: 'deposit', accountId: DUNG_1, amountVnd: 5n, reference: 'late' });
    expect((await operate('delete', DUNG)).json()).toMatchObject({
      code: 'AccountDeletionNotAllowed',
      facts: { balance: '5' },
    });
  });

  test('lists a strategy that lasts, whose fees would be nobody’s, and a copy that runs', async () => {
    const binh = await signedIn(platform, 'binh@mua.demo');
    await stepUp(binh);
    const none = { strategies: 0, copies: 0 };
    expect((await binh.post(URL, {})).json().facts).toMatchObject(none);
    await leadNew(platform, BINH_1);
    await copying(platform, '108C000002');
    expect((await binh.post(URL, {})).json().facts).toMatchObject({ strategies: 1, copies: 1 });
    await endLead(platform, BINH_1);
    expect((await binh.post(URL, {})).json().facts).toMatchObject({ strategies: 0, copies: 1 });
  });

  test('counts money and debts of each sub-account: one does not pay for another', async () => {
    const { investorId, email } = await newcomer(platform);
    const ha = await signedIn(platform, email);
    await stepUp(ha);
    const { balances } = platform.httpState;
    for (const accountId of ['ha-rich', 'ha-owing']) {
      const kind = { investorKind: 'individual', isDemo: true, isActivated: true } as const;
      await platform.sequencer.submit({ kind: 'openAccount', accountId, investorId, ...kind });
    }
    balances.set('cash:ha-rich', 30n);
    balances.set('deficit:ha-owing', -30n);
    const refused = await ha.post(URL, {});
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'AccountDeletionNotAllowed', facts: { balance: '30' } },
    ]);
    balances.set('cash:ha-rich', 0n);
    expect((await ha.post(URL, {})).json().facts).toMatchObject({ balance: '-30' });
    balances.set('deficit:ha-owing', 0n);
    expect((await ha.post(URL, {})).statusCode).toBe(200);
  });

  test('once granted, ends every session and bars sign-in for good', async () => {
    const { investorId, email } = await newcomer(platform);
    const ha = await signedIn(platform, email);
    await stepUp(ha);
    await ha.post(URL, {});
    const deleted = (await operate('delete', investorId)).json();
    expect(deleted).toMatchObject({ lastAct: { act: 'delete', reason: 'asked by letter' } });
    expect(deleted.deletedAt).not.toBeNull();
    expect((await ha.get('/api/investor/me')).statusCode).toBe(401);
    expect((await new Browser(platform).signIn(email, 'Wrong@2026')).json().code).toBe('LoginWrongInfo');
    const gone = await new Browser(platform).signIn(email);
    expect([gone.statusCode, gone.json().code]).toEqual([403, 'InvestorDeleted']);
    expect((await operate('resume', investorId)).json().code).toBe('InvestorDeleted');
    const channel = { channel: 'email', email };
    const before = (await outbox(platform)).length;
    expect((await new Browser(platform).post('/api/investor/security/forgot-password', channel)).statusCode).toBe(201);
    expect(await outbox(platform)).toHaveLength(before);
  });
});

describe('money that arrives at the moment when', () => {
  const leave = async (): Promise<{ investorId: string; accountId: string; email: string }> => {
    const { investorId, email } = await newcomer(platform);
    const accountId = `${investorId}-01`;
    await platform.sequencer.submit({
      ...{ kind: 'openAccount', accountId, investorId, investorKind: 'individual', isDemo: true, isActivated: true },
    });
    return { investorId, accountId, email };
  };
  const deposit = (accountId: string) =>
    platform.sequencer.submit({ kind: 'deposit', accountId, amountVnd: 5n, reference: 'in the moment' });

  const cashOf = (accountId: string): bigint | undefined => {
    const { state } = platform.sequencer;
    const account = state.accounts.get(accountId);
    return account && cashVnd(state, account);
  };

  test('a deletion is requested is seen', async () => {
    const { investorId, accountId, email } = await leave();
    const leaver = await signedIn(platform, email);
    await stepUp(leaver);
    const asked = await during(
      platform.database.pool,
      `select from investor where investor_id = '${investorId}' for update`,
      () => leaver.post(URL, {}),
      () => deposit(accountId),
    );
    expect(asked.json()).toMatchObject({ code: 'AccountDeletionNotAllowed', facts: { balance: '5' } });
    expect((await leaver.get('/api/investor/security/informations')).json().deletionRequestedAt).toBeNull();
  });

  test('a deletion is granted is refused, then and ever after', async () => {
    const { investorId, accountId, email } = await leave();
    const leaver = await signedIn(platform, email);
    await stepUp(leaver);
    await leaver.post(URL, {});
    let came: Promise<unknown> = Promise.resolve();
    // The deletion is stopped where everything has been checked and nothing is committed.
    const deleted = await during(
      platform.database.pool,
      `select from jar_account where investor_id = '${investorId}' for update`,
      () => operate('delete', investorId),
      async () => {
        came = deposit(accountId).then(
          () => 'taken',
          (error: { code: string }) => error.code,
        );
        await came;
      },
    );
    expect([deleted.statusCode, await came]).toEqual([200, 'InvestorDeleted']);
    await expect(deposit(accountId)).rejects.toMatchObject({ code: 'InvestorDeleted' });
    expect(cashOf(accountId)).toBe(0n);
  });

  test('a deletion was granted before a restart is refused after it', async () => {
    const { investorId, accountId } = await leave();
    const { pool } = platform.database;
    await pool.query('update investor set deleted_ms = 1 where investor_id = $1', [investorId]);
    await closeDeletedAccounts(pool, platform.sequencer);
    await expect(deposit(accountId)).rejects.toMatchObject({ code: 'InvestorDeleted' });
    expect((await deposit(AN_1)).events.length).toBeGreaterThan(0);
  });

  test('a deletion is finally not granted is accepted again', async () => {
    const { investorId, accountId, email } = await leave();
    await signedIn(platform, email);
    expect((await operate('delete', investorId)).json().code).toBe('AccountDeletionNotPending');
    expect((await deposit(accountId)).events.length).toBeGreaterThan(0);
  });
});

describe('suspending', () => {
  test('ends the sessions at once; resuming allows sign-in again', async () => {
    const binh = await signedIn(platform, 'binh@mua.demo');
    expect((await operate('suspend', '108C000002')).json()).toMatchObject({ isSuspended: true });
    expect((await binh.get('/api/investor/me')).statusCode).toBe(401);
    expect((await new Browser(platform).signIn('binh@mua.demo')).json().code).toBe('LoginAccountIsSupended');
    expect((await operate('resume', '108C000002')).json()).toMatchObject({ isSuspended: false });
    expect((await new Browser(platform).signIn('binh@mua.demo')).statusCode).toBe(200);
    expect((await cases()).map(({ investorId }: { investorId: string }) => investorId)).toContain('108C000005');
    expect((await operate('suspend', 'nobody')).json().code).toBe('UserNotFound');
    expect((await operate('suspend', '108C000002', { reason: ' ' })).json().code).toBe('BadRequest');
    const listActs = (query: string) =>
      new Browser(platform).send({
        method: 'GET',
        url: `/api/operator/acts?${query}`,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      });
    const acts = await listActs('limit=2');
    const investorId = '108C000002';
    expect(acts.json().items).toMatchObject([
      { act: 'resume', investorId, operatorId: 'lan', seq: null, reason: expect.any(String) },
      { act: 'suspend', investorId, operatorId: 'lan', isLifted: false },
    ]);
    const older = await listActs(`cursor=${acts.json().nextCursor}`);
    expect(older.json().items.map(({ act }: { act: string }) => act)).not.toContain('suspend');
  });
});
