/** Checks own bank accounts and beneficiaries: every write by code, holder, bank, twice the same, and the wait. */
import { BANKS } from '@mua/contract/banks';
import { LIMITS } from '@mua/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, removeAccount } from '#banking/bank-account-store.ts';
import { outbox } from '#test/fixtures/codes.ts';
import { AN_BANK, confirm } from '#test/fixtures/payouts.ts';
import { type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const OWN = { accountNumber: '19036612344471', holderName: 'Nguyễn Văn An', bank: 'TCB', branch: 'Hà Nội' };

let platform: Platform;
let an: Browser;
let binh: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
  binh = await signedIn(platform, 'binh@mua.demo');
});
afterAll(() => platform.close());

const nextHour = (): void => platform.clock.advanceBy(3_600_000);

test('the banks are those of VietQR, each code and number once, with names in both languages', async () => {
  const { items } = (await an.get('/api/investor/vietqr/banks')).json();
  expect(items).toHaveLength(BANKS.length);
  expect(items[0]).toEqual({
    ...{ bankCode: 'VCB', bin: '970436', shortName: 'Vietcombank' },
    name: {
      vi: 'Ngân hàng TMCP Ngoại thương Việt Nam',
      en: 'Joint Stock Commercial Bank for Foreign Trade of Vietnam',
    },
  });
  for (const field of ['bankCode', 'bin', 'shortName'])
    expect(new Set(items.map((bank: Record<string, string>) => bank[field])).size).toBe(BANKS.length);
});

test('a withdrawal’s note names the holder as banks print it, and what holds for every sum', async () => {
  expect((await an.get('/api/investor/withdraw-note')).json()).toEqual({
    ...{ note: 'MUA RUT 108C000001', holderName: 'NGUYEN VAN AN', least: '100000', fee: '0' },
    ...{ secondApprovalAbove: '50000000', beneficiaryHoldHours: 24 },
  });
});

test('an own bank account is registered and changed by code', async () => {
  const asked = await an.post('/api/investor/registration-banks', OWN);
  expect((await an.get('/api/investor/registration-banks')).json().items).toEqual([]);
  const { resultId: bankAccountId, purpose } = (await confirm(platform, an, asked)).json();
  expect(purpose).toBe('add-bank-account');
  expect((await an.get('/api/investor/registration-banks')).json().items).toEqual([{ ...OWN, bankAccountId }]);

  const again = await an.post('/api/investor/registration-banks', OWN);
  expect([again.statusCode, again.json().code]).toEqual([409, 'MemberBankAccountExisted']);
  const changed = { ...OWN, branch: null, bank: 'ACB' };
  await confirm(platform, an, await an.post(`/api/investor/registration-banks/${bankAccountId}`, changed));
  expect((await an.get('/api/investor/registration-banks')).json().items).toEqual([{ ...changed, bankAccountId }]);

  const foreign = await binh.post(`/api/investor/registration-banks/${bankAccountId}`, OWN);
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'MemberBankAccountNotFound']);
  expect((await binh.get('/api/investor/registration-banks')).json().items).toEqual([]);
});

test.each([
  [{ bankCode: 'NOBANK' }, 400, 'BankCodeInvalid'],
  [{ accountName: 'TRAN THI BINH' }, 422, 'HolderNameMismatch'],
  [{ beneficiaryAccountNumber: '12 34' }, 400, 'BadRequest'],
])('a beneficiary with %o is refused before a code is sent', async (fault, status, code) => {
  const sent = (await outbox(platform)).length;
  const refused = await an.post('/api/investor/beneficiary-accounts', { ...AN_BANK, ...fault });
  expect([refused.statusCode, refused.json().code]).toEqual([status, code]);
  if (code === 'HolderNameMismatch') expect(refused.json().facts).toEqual({ name: 'NGUYEN VAN AN' });
  expect(await outbox(platform)).toHaveLength(sent);
});

test('a beneficiary waits a day, again after a change, and its owner is told by mail and SMS', async () => {
  nextHour();
  const asked = await an.post('/api/investor/beneficiary-accounts', AN_BANK);
  const [sms] = await outbox(platform);
  expect(sms?.text).toContain('Vietcombank ··· 4471');
  const { resultId } = (await confirm(platform, an, asked)).json();
  const told = (await outbox(platform)).slice(0, 2);
  expect(told.map(({ to }) => to).sort()).toEqual(['0901000001', 'an@mua.demo']);
  for (const { text } of told) expect(text).toContain('Vietcombank ··· 4471');

  const read = async () => (await an.get('/api/investor/beneficiary-accounts')).json().items;
  const until = new Date(platform.clock.nowMs() + LIMITS.beneficiaryHoldMs).toISOString();
  expect(await read()).toEqual([{ ...AN_BANK, beneficiaryAccountId: resultId, usableFrom: until }]);
  platform.clock.advanceBy(LIMITS.beneficiaryHoldMs);
  expect(await read()).toMatchObject([{ usableFrom: null }]);

  const changed = { ...AN_BANK, beneficiaryAccountNumber: '0071000124999' };
  await confirm(platform, an, await an.post(`/api/investor/beneficiary-accounts/${resultId}`, changed));
  expect(await read()).toMatchObject([{ beneficiaryAccountNumber: '0071000124999', usableFrom: expect.any(String) }]);

  const foreign = await binh.send({ method: 'DELETE', url: `/api/investor/beneficiary-accounts/${resultId}` });
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'BeneficiaryAccountNotFound']);
  await confirm(
    platform,
    an,
    await an.send({ method: 'DELETE', url: `/api/investor/beneficiary-accounts/${resultId}` }),
  );
  expect(await read()).toEqual([]);
});

test('an investor has no more accounts than anybody needs, also by a code that was sent before', async () => {
  nextHour();
  const first = { ...AN_BANK, beneficiaryAccountNumber: '99990000' };
  const asked = await an.post('/api/investor/beneficiary-accounts', first);
  for (let count = 0; count < LIMITS.bankAccounts; count += 1)
    await addAccount(
      platform.database.pool,
      { investorId: '108C000001', kind: 'BENEFICIARY', accountId: `many-${count}` },
      { accountNumber: `9999${count}`, holderName: 'NGUYEN VAN AN', bankCode: 'VCB', branch: null },
      0,
    );
  const full = { code: 'TooManyBankAccounts', facts: { max: LIMITS.bankAccounts } };
  const late = await confirm(platform, an, asked);
  expect([late.statusCode, late.json()]).toMatchObject([409, full]);
  const refused = await an.post('/api/investor/beneficiary-accounts', first);
  expect([refused.statusCode, refused.json()]).toMatchObject([409, full]);
  for (let count = 0; count < LIMITS.bankAccounts; count += 1)
    await removeAccount(platform.database.pool, {
      ...{ investorId: '108C000001', kind: 'BENEFICIARY', accountId: `many-${count}` },
    });
});

test('of two codes for the same account the second finds it taken; a code changes nothing that is gone', async () => {
  nextHour();
  const asked = [];
  for (let count = 0; count < 2; count += 1) {
    const task = await an.post('/api/investor/beneficiary-accounts', AN_BANK);
    const [sms] = await outbox(platform);
    asked.push({ taskId: task.json().taskId, code: /\b\d{6}\b/.exec(sms?.text ?? '')?.[0] });
  }
  const replies = await Promise.all(
    asked.map(({ taskId, code }) => an.post(`/api/investor/security/taskflow/${taskId}/verify`, { code })),
  );
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('BeneficiaryAccountExisted');
  const [{ beneficiaryAccountId: id }] = (await an.get('/api/investor/beneficiary-accounts')).json().items;

  const changing = await an.post(`/api/investor/beneficiary-accounts/${id}`, { ...AN_BANK, bankCode: 'ACB' });
  const code = /\b\d{6}\b/.exec((await outbox(platform))[0]?.text ?? '')?.[0];
  await confirm(platform, an, await an.send({ method: 'DELETE', url: `/api/investor/beneficiary-accounts/${id}` }));
  const late = await an.post(`/api/investor/security/taskflow/${changing.json().taskId}/verify`, { code });
  expect([late.statusCode, late.json().code]).toEqual([404, 'BeneficiaryAccountNotFound']);
});
