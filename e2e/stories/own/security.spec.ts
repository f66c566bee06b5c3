/**
 * Shows account security from a user's view: a forgotten password, an authenticator app at sign-in, changes confirmed
 * by a code, a PIN before an order. Each test has its own person, because changes are permanent.
 */
import type { Browser, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { codeInOutbox } from '#outbox.ts';
import {
  CALM,
  DIALOG,
  expect,
  expectAccessible,
  fillSignIn,
  openAccountMenu,
  sendOrder,
  signIn,
  test,
} from '#stage.ts';
import { wrong } from '../../../server/test/fixtures/wrong-code.ts';

test.use({ settings: { ...CALM, SEED: '31' } });

const PASSWORD = 'Mua@2026';
const SECURITY = '/account-overview/security-account';

test('a forgotten password is reset, then an authenticator app guards the sign-in (en)', async ({ browser, stage }) => {
  const { url } = stage.product;
  const page = await newPage(browser, 'en-US');
  const renewed = 'Corn#4567';
  await test.step('the address is checked before anything is sent', async () => {
    await page.goto(`${url}/login`);
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await page.getByTestId('reset-send').click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await page.getByTestId('reset-address').fill('dung@');
    await page.getByTestId('reset-send').click();
    await expect(page.getByText('Invalid email')).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('a wrong code costs an attempt, a reload costs nothing', async () => {
    await page.getByTestId('reset-address').fill('dung@mua.demo');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('otp-resend')).toHaveText(/^Resend in \d+ s$/);
    const code = await codeInOutbox(page, url, 'dung@mua.demo', expectAccessible);
    await page.getByTestId('otp-code').fill(wrong(code));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Invalid OTP codeTries left: 4');
    await page.reload();
    await page.getByTestId('otp-code').pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
  });
  await test.step('the new password follows the rules, and the sign-in confirms it is set', async () => {
    await page.getByTestId('new-password').fill('short');
    await page.getByTestId('reset-finish').click();
    await expect(page.getByText(/^Password: 8 to 15 characters/)).toBeVisible();
    await page.getByTestId('new-password').fill('Password@123');
    await page.getByTestId('repeat-password').fill('Password@123');
    await page.getByTestId('reset-finish').click();
    await expect(page.getByRole('alert')).toHaveText('Password too common, choose another');
    await page.getByTestId('new-password').fill(renewed);
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expectAccessible(page);
    await page.getByTestId('repeat-password').fill(renewed);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('password-renewed')).toBeVisible();
    await expect(page.getByTestId('login-username')).toHaveValue('dung@mua.demo');
    await page.getByTestId('login-password').fill(renewed);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${url}/`);
  });
  const secret = await test.step('the app is turned on after a step-up, with its first code', async () => {
    await page.goto(`${url}${SECURITY}`);
    await page.getByTestId('app-switch').click();
    await expect(page.getByTestId('step-up-password')).toBeFocused();
    await expectAccessible(page, DIALOG);
    await page.getByTestId('step-up-password').fill(renewed);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('qr-code')).toBeVisible();
    await expectAccessible(page, DIALOG);
    const shown = (await page.getByTestId('app-secret').textContent()) ?? '';
    // A code of the previous step is valid until this one ends, so it must not be about to.
    await expect.poll(secondsLeftOfStep).toBeGreaterThan(15);
    await page.getByTestId('app-code').fill(appCode(shown, -1));
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('security-app')).toContainText('On');
    return shown;
  });
  await test.step('the sign-in asks for its code, and reports a wrong one', async () => {
    await logOut(page);
    await page.goto(`${url}/login`);
    await fillSignIn(page, 'dung@mua.demo', renewed);
    await expect(page.getByTestId('login-code')).toBeFocused();
    // Each code counts once, and so do those before it.
    const code = appCode(secret, 0);
    await page.getByTestId('login-code').fill(wrong(code));
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('login-error')).toContainText('Incorrect authenticator code');
    await page.getByTestId('login-code').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('account-switcher')).toBeVisible();
  });
  await test.step('the app is turned off by its next code, and the password alone signs in', async () => {
    await page.goto(`${url}${SECURITY}`);
    await page.getByTestId('app-switch').click();
    await expect(page.getByTestId('app-code')).toBeVisible();
    await expectAccessible(page, DIALOG);
    await page.getByTestId('app-code').fill(appCode(secret, 1));
    await page.keyboard.press('Enter');
    await page.getByTestId('step-up-password').fill(renewed);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('security-app')).toContainText('Off');
    await logOut(page);
    await page.goto(`${url}/login`);
    await fillSignIn(page, 'dung@mua.demo', renewed);
    await expect(page).toHaveURL(`${url}/`);
    await expect(page.getByTestId('account-switcher')).toBeVisible();
  });
  await page.context().close();
});

test('another email is typed once, proved, and confirmed by the code sent to it', async ({ page, stage }) => {
  const { url } = stage.product;
  const address = 'chi.moi@mua.demo';
  await signIn(page, url, 'chi@mua.demo');
  await page.goto(`${url}/account-overview/contact-information`);
  await expect(page.getByTestId('contact-email')).toHaveText('chi@mua.demo');
  await page.keyboard.press('Alt+h');
  await expect(page.getByTestId('contact-email')).not.toContainText('chi@');
  await page.keyboard.press('Alt+h');
  await page.goto(`${url}${SECURITY}`);
  await page.getByRole('button', { name: 'Đổi email' }).click();
  await page.getByTestId('new-contact').fill(address);
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Enter');

  await page.getByTestId('step-up-password').fill('Sai@2026');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('proof-step-up').getByRole('alert')).toContainText('Mật khẩu chưa đúng');
  await page.keyboard.press('Escape');
  // Declining loses nothing: the address is still there.
  await expect(page.getByTestId('new-contact')).toHaveValue(address);
  await page.getByTestId('form-send').click();
  await page.getByTestId('step-up-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('otp-code')).toBeFocused();
  await expectAccessible(page, DIALOG);
  await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, address));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('contact-email')).toHaveText(address);
  await expect(page.getByText('Đã đổi email')).toBeVisible();
});

test('a PIN before an order is declined, mistyped, then right, for one and the same order', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url, 'an@mua.demo');
  await page.goto(`${url}${SECURITY}`);
  await page.getByRole('button', { name: 'Đặt mã PIN' }).click();
  for (const field of ['new-pin', 'repeat-pin']) await page.getByTestId(field).fill('111111');
  await page.keyboard.press('Enter');
  await page.getByTestId('step-up-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Mã PIN này dễ đoán');
  await expectAccessible(page, DIALOG);
  for (const field of ['new-pin', 'repeat-pin']) await page.getByTestId(field).fill('274951');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: /Hỏi mã PIN khi gửi lệnh/ })).toBeChecked();

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/place')) sent.push(request.postDataJSON().clientOrderId);
  });
  await page.goto(`${url}/trading/ZCEZ26`);
  await page.getByTestId('ticket-type').getByText('Thị trường').click();
  await page.getByTestId('ticket-quantity').fill('2');
  await sendOrder(page);
  await expect(page.getByTestId('pin')).toBeFocused();
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('ticket-fault')).toContainText('Nhập mã PIN để gửi lệnh');
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('2');
  expect(sent).toHaveLength(1);

  await sendOrder(page);
  await page.getByTestId('pin').fill('274952');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('proof-pin').getByRole('alert')).toHaveText('Mã PIN chưa đúngCòn 4 lần thử');
  await page.getByTestId('pin').fill('274951');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Đã khớp Mua 2 ZCEZ26/).first()).toBeVisible();
  const [, second, third] = sent;
  expect(sent).toHaveLength(3);
  expect(third).toBe(second);
});

/** Logs out; done when the header offers to sign in: what follows must not overtake the call. */
async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: /^Log out (?!of all)/ }).click();
  await expect(page.getByTestId('account-switcher')).toHaveCount(0);
}

async function newPage(browser: Browser, locale: string): Promise<Page> {
  return (await browser.newContext({ locale })).newPage();
}

const STEP_S = 30;

/** Returns a code; the server accepts one of the previous step and of the next, and none older than one it accepted. */
function appCode(secret: string, stepsAhead: number): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * STEP_S });
}

function secondsLeftOfStep(): number {
  return STEP_S - ((Date.now() / 1000) % STEP_S);
}
