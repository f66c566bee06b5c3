/**
 * Money out: an account to be paid, its wait, the sum by a code, and every end that a withdrawal can have. The clock is
 * moved, so that the wait and a desk's few seconds are over when the story says so.
 */
import type { Page } from '@playwright/test';
import { chooseBank, enterCode, HOLD_MS, POLICY_MS, SHORT_HOLD } from '#payouts.ts';
import {
  BY_LAN,
  CALM,
  expect,
  expectAccessible,
  expectContrast,
  moveClock,
  operatorCall,
  type Stage,
  signIn,
  test,
} from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '17', CLOCK: 'manual', ...SHORT_HOLD } });

const WITHDRAW = '/account-overview/withdraw';

async function open(page: Page, url: string, language: 'vi' | 'en', username: string, path: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await signIn(page, url, username);
  await page.goto(url + path);
}

/** The id of the newest request, as an operator's list has it. */
async function newestRequest(page: Page, { product }: Stage, accountId: string): Promise<string> {
  const reply = await page.request.get(`${product.url}/api/investor/accounts/${accountId}/withdraw-requests`);
  return (await reply.json()).items[0].requestId;
}

test('on a desk: a beneficiary by code, its wait, the sum by code, approved and paid by policy', async ({
  page,
  stage,
}) => {
  const { url } = stage.product;
  const phone = '0901000001';
  await open(page, url, 'en', 'an@mua.demo', WITHDRAW);

  await test.step('nobody can be paid yet, and the page leads to where that changes', async () => {
    await page.getByRole('link', { name: 'Add beneficiary' }).click();
    await expect(page.getByRole('tab', { name: 'Beneficiary accounts', selected: true })).toBeVisible();
    await page.getByTestId('bank-add').click();
    await page.getByTestId('bank-send').click();
    await expect(page.getByText('Choose a bank')).toBeVisible();
    await chooseBank(page, 'ngoai thuong', 'Vietcombank');
    await page.getByTestId('bank-number').fill('0071 0001 24471');
    await page.getByTestId('bank-holder').fill('Tran Thi Binh');
    await page.getByTestId('bank-send').click();
    await expect(page.getByTestId('refusal')).toContainText('NGUYEN VAN AN');
    await page.getByTestId('bank-holder').fill('Nguyen Van An');
    await page.getByTestId('bank-send').click();
    await enterCode(page, url, phone);
    await expect(page.getByTestId('bank-account-VCB')).toContainText('Usable from');
    await expectAccessible(page);
  });

  await test.step('it waits, and says so where it would be chosen', async () => {
    await page.goto(url + WITHDRAW);
    await expect(page.getByTestId('beneficiary-VCB')).toContainText('left');
    await expect(page.getByTestId('beneficiary-VCB').getByRole('radio')).toBeDisabled();
    await moveClock(page, stage, HOLD_MS);
    await page.reload();
    await expect(page.getByTestId('beneficiary-VCB').getByRole('radio')).toBeChecked();
  });

  await test.step('a sum that is too large is told at once; a good one says what it leaves', async () => {
    await page.getByTestId('withdraw-amount').fill('9,000,000,000');
    await expect(page.getByText(/^At most ₫1,000,000,000 is withdrawable/)).toBeVisible();
    await page.getByTestId('withdraw-amount').fill('60000000');
    await expect(page.getByTestId('withdraw-after')).toContainText('₫940,000,000');
    await page.getByTestId('withdraw-send').click();
  });

  await test.step('the code is entered where the button stood, with sum and receiver in sight', async () => {
    await expect(page.getByTestId('withdraw-send')).toHaveCount(0);
    const asked = page.getByTestId('withdraw-code');
    await expect(asked).toContainText('only for ₫60,000,000 to Vietcombank ··· 4471');
    // A phone may begin the page anew while its reader looks for the code in another app.
    await page.reload();
    await expect(asked).toContainText('only for ₫60,000,000 to Vietcombank ··· 4471');
    await expectAccessible(page);
    await enterCode(page, url, phone);
    const status = page.getByTestId('withdraw-status');
    await expect(status).toContainText('Money held');
    await expect(status).toContainText('Above ₫50,000,000 within 24 hours two people approve');
    await expect(page.getByTestId('withdraw-why')).toContainText('₫940,000,000');
  });

  await test.step('the policy approves, and then pays: the row stands in the history', async () => {
    await moveClock(page, stage, POLICY_MS);
    await expect(page.getByTestId('withdraw-status')).toContainText('Demo: approved by policy');
    await expect(page.getByTestId('withdraw-cancel')).toHaveCount(0);
    await moveClock(page, stage, POLICY_MS);
    await expect(page.getByTestId('withdraw-PAID')).toContainText('DEMO-');
    await expect(page.getByTestId('withdraw-status')).toHaveCount(0);
    await page.getByRole('link', { name: 'Transaction history' }).last().click();
    await expect(page.getByTestId('transaction-WITHDRAW')).toContainText('60,000,000');
  });
});

test('on a phone: one taken back, one refused by an operator, one changed its mind before the code', async ({
  page,
  stage,
}) => {
  const { url } = stage.product;
  const phone = '0901000002';
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, url, 'vi', 'binh@mua.demo', '/account-overview/bank-information?tab=beneficiaries');
  await page.getByTestId('bank-add').click();
  await chooseBank(page, 'a chau', 'ACB');
  await page.getByTestId('bank-number').fill('123456789');
  await page.getByTestId('bank-send').click();
  await enterCode(page, url, phone);
  await expect(page.getByTestId('bank-account-ACB')).toContainText('Rút được từ');
  await expectAccessible(page);
  await moveClock(page, stage, HOLD_MS);
  await page.goto(url + WITHDRAW);

  const ask = async (): Promise<void> => {
    await page.getByTestId('withdraw-amount').fill('5.000.000');
    await page.getByTestId('withdraw-send').click();
  };

  await test.step('back to the form the sum is still there, and another needs another code', async () => {
    await ask();
    await page.getByRole('button', { name: 'Quay lại sửa' }).click();
    await expect(page.getByTestId('withdraw-amount')).toHaveValue('5.000.000');
  });

  await test.step('taken back while it waits', async () => {
    await ask();
    await enterCode(page, url, phone);
    await expect(page.getByTestId('withdraw-status')).toContainText('Chờ duyệt');
    await expectAccessible(page);
    await page.getByTestId('withdraw-cancel').click();
    await expect(page.getByTestId('withdraw-CANCELLED')).toContainText('đã hoàn tạm giữ');
    await expect(page.getByTestId('withdraw-why')).toContainText('1.000.000.000');
  });

  await test.step('refused by an operator, with the cause in the reader’s language', async () => {
    await ask();
    await enterCode(page, url, phone);
    await expect(page.getByTestId('withdraw-status')).toBeVisible();
    const requestId = await newestRequest(page, stage, '108C000002-01');
    await operatorCall(stage, `withdrawals/${requestId}/reject`, { ...BY_LAN, cause: 'ACCOUNT_UNREACHABLE' });
    await expect(page.getByTestId('withdraw-REFUSED')).toContainText('Ngân hàng không nhận được tài khoản thụ hưởng');
    await expectContrast(page);
  });
});
