/** A demo's bank pays a demo's codes; where money is real there is none, and without accounts there are no deposits. */
import { vietQrText } from '@mua/contract/vietqr/vietqr';
import { expect, test } from 'vitest';
import { readDepositBanks } from '#deposits/banks.ts';
import { asked, notify, paymentOf } from '#test/fixtures/payments.ts';
import { AN_1, Browser, liveEnv, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

async function pay(platform: Platform, order: object) {
  return new Browser(platform).post('/api/dev/bank/transfers', order);
}

test('the demo’s bank pays a code, or another sum or memo than it says', async () => {
  const platform = await startPlatform();
  const an = await signedIn(platform, 'an@mua.demo');
  const { qrPayload } = await asked(an, AN_1);
  expect((await pay(platform, { qrPayload, amount: '49000000' })).json()).toMatchObject({ status: 'QUEUED' });
  expect((await pay(platform, { qrPayload, memo: '' })).json()).toMatchObject({ status: 'QUEUED' });
  expect((await pay(platform, { qrPayload })).json()).toMatchObject({ status: 'CREDITED' });
  expect((await pay(platform, { qrPayload })).json()).toMatchObject({ status: 'QUEUED' });
  const { items } = (await an.get(`/api/investor/accounts/${AN_1}/deposits`)).json();
  // The one without a memo is nobody's.
  expect(items).toMatchObject([{ status: 'CREDITED', received: '50000000', checking: '99000000' }]);
  await platform.close();
});

test.each([
  ['no code', 'hello'],
  ['a code of another bank', vietQrText({ bin: '970422', accountNumber: '1', amountVnd: 1n, memo: '' })],
])('%s is not paid', async (_what, qrPayload) => {
  const platform = await startPlatform();
  const refused = await pay(platform, { qrPayload });
  expect([refused.statusCode, refused.json().facts]).toEqual([400, { field: 'qrPayload' }]);
  await platform.close();
});

test('where money is real there is no such bank, and without accounts no deposit', async () => {
  const platform = await startPlatform({}, await liveEnv());
  const an = await signedIn(platform, 'an@mua.demo');
  const headers = { host: 'mua.example' };
  const banks = await an.send({ method: 'GET', url: '/api/investor/deposit-banks', headers });
  expect(banks.json()).toEqual({ items: [], nextCursor: null, isOpen: false });
  const body = { amount: '50000000', bankId: 'vietcombank' };
  const refused = await an.post(`/api/investor/accounts/${AN_1}/deposits`, body);
  expect(refused.json()).toMatchObject({ code: 'BankCodeInvalid' });
  expect((await pay(platform, { qrPayload: 'x' })).statusCode).toBe(404);
  await platform.close();
});

test('live money never goes to a demo’s sub-account', async () => {
  const banks = readDepositBanks({ banksFile: undefined, mode: 'demo' });
  const platform = await startPlatform({ banks }, await liveEnv());
  const an = await signedIn(platform, 'an@mua.demo');
  const payment = paymentOf(platform, await asked(an, AN_1));
  expect((await notify(platform, payment)).json()).toMatchObject({ status: 'QUEUED' });
  const found = await platform.database.pool.query('select cause from bank_notification');
  expect(found.rows).toEqual([{ cause: 'OTHER_KIND' }]);
  await platform.close();
});
