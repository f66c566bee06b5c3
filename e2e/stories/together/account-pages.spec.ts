/**
 * Follows the account pages: reached through the sign-in, updated by a trade in every figure, with two accounts kept
 * apart, and an address of somebody else's account.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, sendOrder, signIn, test } from '#stage.ts';

const [FIRST, SECOND] = ['108C000001-01', '108C000001-02'];

test('leads from the sign-in to the figures of a trade, and to its orders', async ({ page, stage }) => {
  const { url } = stage.product;
  await page.goto(`${url}/account-overview`);
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await page.getByRole('textbox').first().fill('an@mua.demo');
  await page.locator('input[type="password"]').fill('Mua@2026');
  await page.locator('button[type="submit"]').click();
  await expect(page).toHaveURL(/\/account-overview$/);
  await expect(page.getByTestId('total-equity')).toHaveText('2.000.000.000 ₫');
  await expect(page.getByTestId('attention')).toContainText('Không có gì cần chú ý');

  await buy(page, url, '2');
  // Within the second that two keys have, however slow the machine.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('a')]);
  await expect(page).toHaveURL(/\/account-overview$/);
  const today = page.getByTestId('profit-day');
  await expect(today).toContainText('−700.000 ₫');
  await expect(page.getByTestId(`account-${FIRST}`)).toContainText('Đang dùng');
  await expect(page.getByTestId('attention')).toContainText('Đã khớp Mua 2 ZCEZ26');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: `Tài sản của ${FIRST}` }).click();
  await expect(page).toHaveURL(new RegExp(`/property/${FIRST}$`));
  await expect(page.getByTestId('ladder-call')).toContainText('Yêu cầu bổ sung ký quỹ');
  await expect(page.getByTestId('equity-curve')).toContainText('Mới có một ngày');
  const report = page.getByTestId('period-report');
  await report.getByRole('radio', { name: 'Bảng' }).click();
  await expect(report.getByRole('row').last()).toContainText('−700.000');
  await expect(page.getByTestId('profit-ZCE')).toContainText('−700.000');
  await expectAccessible(page);
  await page.keyboard.press('Alt+h');
  await expect(page.getByText(/\d{3}\.\d{3}/)).toHaveCount(0);
  await page.keyboard.press('Alt+h');

  await page.getByRole('link', { name: 'Quản lý lệnh' }).click();
  await page.getByRole('tab', { name: /Vị thế/ }).click();
  await expect(page).toHaveURL(/tab=positions/);
  await expect(page.getByTestId('order-manager')).toContainText('ZCEZ26');
  await expectAccessible(page);
});

test('the account shown and the account traded stay the same', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url);
  await page.goto(`${url}/account-overview/order-manager/${SECOND}`);
  await expect(page.getByTestId('account-switched')).toContainText(SECOND);
  await expect(page.getByTestId('account-switcher')).toContainText(SECOND);
  await page.getByRole('button', { name: `Về ${FIRST}` }).click();
  await expect(page).toHaveURL(new RegExp(`/order-manager/${FIRST}`));
  await expect(page.getByTestId('account-switcher')).toContainText(FIRST);
  await page.getByTestId('account-switcher').click();
  await page.getByRole('menuitemradio', { name: new RegExp(SECOND) }).click();
  await expect(page).toHaveURL(new RegExp(`/order-manager/${SECOND}`));
});

test('handles an address of another investor of this browser, and of nobody', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url);
  await signIn(page, url, 'binh@mua.demo');
  await page.goto(`${url}/account-overview/property/${FIRST}`);
  await expect(page.getByText('Tài khoản con này của Nguyễn Văn An')).toBeVisible();
  await expect(page.getByText('1.000.000.000 ₫')).toHaveCount(0);
  await page.getByRole('button', { name: 'Chuyển sang Nguyễn Văn An' }).click();
  await expect(page.getByTestId('margin-gauge')).toBeVisible();
  await page.goto(`${url}/account-overview/property/108C000009-01`);
  await expect(page.getByRole('alert')).toContainText('Không tìm thấy tài khoản con này');
  await expectAccessible(page);
});

test('every page fits the width of a phone', async ({ page, stage }) => {
  const { url } = stage.product;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, url);
  for (const path of ['', `/property/${FIRST}`, `/order-manager/${FIRST}`]) {
    await page.goto(`${url}/account-overview${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});

async function buy(page: Page, url: string, lots: string): Promise<void> {
  await page.goto(`${url}/trading/ZCEZ26`);
  await page.getByTestId('ticket-type').getByText('Thị trường').click();
  await page.getByTestId('ticket-quantity').fill(lots);
  await sendOrder(page);
  await expect(page.getByText(/Đã khớp Mua/).first()).toBeVisible();
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
