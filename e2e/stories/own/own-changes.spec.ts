/**
 * Changes one's own account: another phone number, another password, devices signed out, a deletion request. Each test
 * has its own person, because changes are permanent.
 */
import type { Page } from '@playwright/test';
import { codeInOutbox } from '#outbox.ts';
import { CALM, DIALOG, expect, expectAccessible, fillSignIn, sendOrder, signIn, test } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '37' } });

const PASSWORD = 'Mua@2026';

test('another phone number is proved, confirmed by the SMS sent to it, and then used to sign in', async ({
  page,
  browser,
  stage,
}) => {
  const { url } = stage.product;
  const number = '0901777001';
  await openSecurity(page, url, 'an@mua.demo');
  await page.getByRole('button', { name: 'Đổi số điện thoại' }).click();
  await page.getByTestId('new-contact').fill('0901000002');
  await page.keyboard.press('Enter');
  await stepUp(page);
  await expect(page.getByRole('alert')).toContainText('Số điện thoại đã được dùng, hãy nhập số khác');
  await expectAccessible(page, DIALOG);
  await page.getByTestId('new-contact').fill(number);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('otp-code')).toBeFocused();
  await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, number));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Đã đổi số điện thoại')).toBeVisible();
  await expect(page.getByTestId('contact-phone')).toHaveText(number);

  const other = await (await browser.newContext()).newPage();
  await tryDoor(other, url, '0901000001', PASSWORD);
  await expect(other.getByTestId('login-error')).toContainText('Thông tin đăng nhập chưa đúng');
  await tryDoor(other, url, number, PASSWORD);
  await expect(other.getByTestId('account-switcher')).toContainText('108C000001');
  await other.context().close();
});

test('another password signs the other device out, and the old one no longer works', async ({
  page,
  browser,
  stage,
}) => {
  const { url } = stage.product;
  const renewed = 'Lua#4567';
  const other = await (await browser.newContext()).newPage();
  await openSecurity(other, url, 'binh@mua.demo');
  await openSecurity(page, url, 'binh@mua.demo');
  await page.getByRole('button', { name: 'Đổi mật khẩu' }).click();
  await page.getByTestId('old-password').fill('Sai@2026');
  for (const field of ['new-password', 'repeat-password']) await page.getByTestId(field).fill(renewed);
  await page.getByTestId('form-send').click();
  await expect(page.getByRole('alert')).toContainText('Mật khẩu cũ chưa đúng');
  await expectAccessible(page, DIALOG);
  await page.getByTestId('old-password').fill(PASSWORD);
  await page.getByTestId('form-send').click();
  await expect(page.getByTestId('otp-code')).toBeFocused();
  await expectAccessible(page, DIALOG);
  await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, 'binh@mua.demo'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Đã đổi mật khẩu. Các thiết bị khác đã đăng xuất.')).toBeVisible();

  await expect(other).toHaveURL(/\/login\?returnUrl=/);
  await tryDoor(other, url, 'binh@mua.demo', PASSWORD);
  await expect(other.getByTestId('login-error')).toContainText('Thông tin đăng nhập chưa đúng');
  await tryDoor(other, url, 'binh@mua.demo', renewed);
  await expect(other.getByTestId('account-switcher')).toContainText('108C000002');
  await other.context().close();
  // The browser that changed it stays signed in, and so does a fresh page.
  await page.reload();
  await expect(page.getByTestId('security-password')).toContainText('Đổi lần cuối');
});

test('all other devices are signed out at once, and this one stays', async ({ page, browser, stage }) => {
  const { url } = stage.product;
  const others = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()));
  for (const other of others) await signIn(other, url, 'chi@mua.demo');
  await openSecurity(page, url, 'chi@mua.demo');
  const devices = page.getByTestId('security-devices').getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await page.getByRole('button', { name: 'Đăng xuất các thiết bị khác' }).click();
  await expect(page.getByText('Bạn chỉ đăng nhập trên máy này')).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText('Máy này');
  for (const other of others) {
    await other.goto(`${url}/account-overview`);
    await expect(other).toHaveURL(/\/login\?returnUrl=/);
    await other.context().close();
  }
  await page.reload();
  await expect(devices).toHaveCount(1);
});

test('deletion is refused with a list of what is left in the account', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url, 'an@mua.demo');
  await page.goto(`${url}/trading/ZCEZ26`);
  await page.getByTestId('ticket-type').getByText('Thị trường').click();
  await page.getByTestId('ticket-quantity').fill('1');
  await sendOrder(page);
  // Also if it is filled before the page hears of its account.
  await expect(page.getByText(/Đã khớp Mua 1 ZCEZ26/).first()).toBeVisible();

  await page.goto(`${url}/account-overview/security-account`);
  await askForDeletion(page);
  const card = page.getByTestId('security-deletion');
  const left = card.getByRole('alert').getByRole('link');
  await expect(left).toHaveText(['1 vị thế cần tất toán', /^số dư 1\.999\.\d{3}\.\d{3}/]);
  await expect(card).not.toContainText('đang chờ quyết định');
});

test('deletion with nothing left is requested, waits for its decision, and is withdrawn', async ({ page, stage }) => {
  const { url } = stage.product;
  await openSecurity(page, url, 'dung@mua.demo');
  const card = page.getByTestId('security-deletion');
  await askForDeletion(page, () => expectAccessible(page, DIALOG));
  await expect(card).toContainText('đang chờ quyết định');
  await page.reload();
  await card.getByRole('button', { name: 'Rút lại yêu cầu' }).click();
  await expect(page.getByText('Đã rút lại yêu cầu')).toBeVisible();
  await expect(card).not.toContainText('đang chờ quyết định');
  await expect(card.getByRole('button', { name: 'Yêu cầu xóa tài khoản' })).toBeVisible();
});

async function openSecurity(page: Page, url: string, username: string): Promise<void> {
  await signIn(page, url, username);
  await page.goto(`${url}/account-overview/security-account`);
  await expect(page.getByTestId('security-devices').getByRole('listitem').first()).toBeVisible();
}

async function stepUp(page: Page): Promise<void> {
  await page.getByTestId('step-up-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function askForDeletion(page: Page, look: () => Promise<void> = async () => {}): Promise<void> {
  await page.getByTestId('security-deletion').getByRole('button', { name: 'Yêu cầu xóa tài khoản' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Khi yêu cầu được duyệt');
  await look();
  await dialog.getByRole('button', { name: 'Yêu cầu xóa tài khoản' }).click();
  await stepUp(page);
}

async function tryDoor(page: Page, url: string, username: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await fillSignIn(page, username, password);
}
