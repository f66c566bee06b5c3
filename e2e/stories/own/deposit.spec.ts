/**
 * Money in: a code is made, paid at the demo's bank, and the page turns by itself; paid wrongly, it is looked at, and an
 * operator decides.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  BY_LAN,
  CALM,
  expect,
  expectAccessible,
  expectContrast,
  operatorCall,
  type Stage,
  signIn,
  test,
} from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '41' } });

/** The payment that waits for an operator. */
async function queued({ home, product }: Stage, depositId: string): Promise<string> {
  const token = readFileSync(join(home.dataDir, 'run', 'operator-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  const { items } = await (await fetch(`${product.url}/api/operator/bank-notifications`, { headers })).json();
  return items.find((one: { depositId: string }) => one.depositId === depositId).notificationId;
}

async function stateOf(page: Page, status: string): Promise<void> {
  await expect(page.getByTestId('deposit-state')).toHaveAttribute('data-status', status);
}

test.describe('at a desk, in English', () => {
  test.use({ locale: 'en-US' });

  test('a deposit is paid by its code, and the money moves by itself', async ({ page, stage }) => {
    const { url } = stage.product;
    await signIn(page, url);
    await page.goto(`${url}/account-overview/deposit?amount=12500000`);
    await test.step('a link brought the sum; what can’t be paid is told at its field', async () => {
      const amount = page.getByTestId('deposit-amount');
      await expect(amount).toHaveValue('12,500,000');
      await amount.fill('99,999');
      await page.getByTestId('deposit-create').click();
      await expect(page.getByText('At least ₫100,000', { exact: true })).toBeVisible();
      await expect(amount).toBeFocused();
      await page.getByRole('button', { name: '50M' }).click();
      await expect(amount).toHaveValue('50,000,000');
    });
    await test.step('the bank is chosen by keys', async () => {
      await page.getByTestId('deposit-bank-vietcombank').focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('radio', { name: /BIDV/ })).toBeFocused();
      await expect(page.getByRole('radio', { name: /BIDV/ })).toBeChecked();
    });
    await page.getByTestId('deposit-create').click();
    await stateOf(page, 'WAITING');
    await expect(page.getByRole('img', { name: 'VietQR code' })).toBeVisible();
    await expect(page.getByTestId('deposit-code')).toContainText('000000000002');
    await expect(page.getByText('₫1,000,000,000')).toBeVisible();
    await expectAccessible(page);
    await expectContrast(page);

    const bank = await page.context().newPage();
    await test.step('it is paid at the demo’s bank', async () => {
      await bank.goto(`${url}/dev/bank`);
      await bank.getByTestId('demo-pay').click();
      await expect(bank.getByTestId('demo-results')).toContainText('Paid and credited.');
      await expectAccessible(bank);
      await bank.close();
    });
    await stateOf(page, 'CREDITED');
    await expect(page.getByTestId('deposit-state')).toContainText('Deposited ₫50,000,000');
    await expect(page.getByTestId('deposit-page').getByText('₫1,050,000,000')).toBeVisible();
    await page.getByRole('link', { name: 'Transaction history' }).click();
    await expect(page.getByTestId('transaction-DEPOSIT').first()).toContainText(/NAP \w{6}/);
    await expect(page.getByTestId('transaction-DEPOSIT').first()).toContainText('+50,000,000');
  });
});

test.describe('on a phone, in Vietnamese', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('paid too little it is looked at, until an operator credits it', async ({ page, stage }) => {
    const { url } = stage.product;
    await signIn(page, url, 'binh@mua.demo');
    await page.goto(`${url}/account-overview/deposit`);
    await page.getByRole('button', { name: '20 triệu' }).click();
    await page.getByTestId('deposit-create').click();
    await test.step('the code is in sight', async () => {
      await stateOf(page, 'WAITING');
      await expect(page.getByTestId('qr-code')).toBeInViewport();
      await expectAccessible(page);
    });
    await page.getByRole('link', { name: 'Mở ngân hàng thử nghiệm' }).click();
    await page.getByTestId('demo-less').click();
    await expect(page.getByTestId('demo-results')).toContainText('khoản này đang đối soát');
    await expectAccessible(page);
    await page.goto(`${url}/account-overview/deposit`);
    const row = page.locator('[data-testid^="deposit-NAP"]').first();
    await expect(row).toContainText('Đang đối soát');
    await expect(row).toContainText('19.999.000');

    await test.step('the same sum again is kept back', async () => {
      // In a tab of its own: the browser reports the refusal, whose status is 503, in the console.
      const tab = await page.context().newPage();
      await tab.goto(`${url}/account-overview/deposit?amount=20000000`);
      await tab.getByTestId('deposit-create').click();
      await expect(tab.getByTestId('refusal')).toContainText('bạn không cần chuyển lại');
      await tab.close();
    });
    await test.step('an operator credits what came', async () => {
      const reply = await page.request.get(`${url}/api/investor/accounts/108C000002-01/deposits`);
      const [{ depositId }] = (await reply.json()).items;
      const payment = await queued(stage, depositId);
      const body = { ...BY_LAN, accountId: '108C000002-01' };
      await operatorCall(stage, `bank-notifications/${payment}/assign`, body);
    });
    await expect(row).toContainText('Đã ghi có');
    await expect(page.getByText('1.019.999.000 ₫').first()).toBeVisible();
  });
});
