/**
 * What guards an account, as a person meets it: a forgotten password, an authenticator app at the door, changes that a
 * code confirms, a PIN before an order, a browser that is thrown out, and that nothing a script can read lets anybody in.
 * Each story has its own person, because what they change stays.
 */
import type { Browser, Page, Request } from '@playwright/test';
import { generateSync } from 'otplib';
import { wrong } from '../../server/test/fixtures/wrong-code.ts';
import { codeInOutbox } from '../outbox.ts';
import { DIALOG, expect, expectAccessible, fillSignIn, RECORDED, sendOrder, signIn, test } from '../stage.ts';

test.use({ settings: { ...RECORDED, SEED: '31' } });

const PASSWORD = 'Mua@2026';
const SECURITY = '/account-overview/security-account';

test('a forgotten password, then an authenticator app at the door (en)', async ({ browser, stage }) => {
  const { url } = stage.product;
  const page = await newPage(browser, 'en-US');
  const renewed = 'Corn#4567';
  await test.step('the address is looked at before anything is sent', async () => {
    await page.goto(`${url}/login`);
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await page.getByTestId('reset-send').click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await page.getByTestId('reset-address').fill('dung@');
    await page.getByTestId('reset-send').click();
    await expect(page.getByText('Invalid email')).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('a wrong code costs a try, a reload costs nothing', async () => {
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
  await test.step('the new password keeps the rules, and the sign-in says that it is set', async () => {
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
    // The code of the step before is good until this one ends, so not when it is about to.
    await expect.poll(secondsLeftOfStep).toBeGreaterThan(5);
    await page.getByTestId('app-code').fill(appCode(shown, -1));
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('security-app')).toContainText('On');
    return shown;
  });
  await test.step('the door asks for its code, and tells a wrong one', async () => {
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
  await test.step('the app is turned off by its next code, and the password alone opens', async () => {
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

test('another email: typed once, proved, confirmed by the code that went there', async ({ page, stage }) => {
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
  // Letting it be loses nothing: the address is still there.
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

test('a PIN before an order: let be, mistaken, right, and one order all the time', async ({ page, stage }) => {
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

test('another browser is thrown out within moments; two tabs each keep their own account', async ({
  browser,
  page,
  stage,
}) => {
  const { url } = stage.product;
  const thrownOut = await newPage(browser, 'vi-VN');
  await signIn(thrownOut, url, 'binh@mua.demo');
  await thrownOut.goto(`${url}/account-overview`);
  await expect(thrownOut.getByTestId('sub-accounts')).toBeVisible();
  await expect(thrownOut.getByTestId('network-indicator')).toContainText('Tốt');
  await signIn(page, url, 'binh@mua.demo');
  await page.goto(`${url}${SECURITY}`);
  const devices = page.getByTestId('security-devices').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('Máy này');
  await expectAccessible(page, '[data-testid="security-devices"]');
  await devices.last().getByRole('button').click();
  await expect(thrownOut).toHaveURL(/\/login\?returnUrl=/, { timeout: 3000 });
  await expect(devices).toHaveCount(1);
  await thrownOut.context().close();

  await addAccount(page, '0901000003');
  await expect(page.getByTestId('account-switcher')).toContainText('108C000003');
  const other = await page.context().newPage();
  await other.goto(`${url}/trading/ZCEZ26`);
  await expect(other.getByTestId('account-switcher')).toContainText('108C000003');
  await openAccountMenu(page);
  await page.getByRole('menuitemradio', { name: /Bình/ }).click();
  await expect(page.getByTestId('account-switcher')).toContainText('108C000002');
  // The other tab goes on for whom it shows.
  const placed = other.waitForRequest((request) => request.url().endsWith('/place'));
  await other.getByTestId('ticket-type').getByText('Thị trường').click();
  await other.getByTestId('ticket-quantity').fill('1');
  await sendOrder(other);
  expect((await placed).url()).toContain('/order/108C000003-01/');
  await expect(other.getByText(/Đã khớp Mua 1 ZCEZ26/).first()).toBeVisible();
  // Signed out in one tab, an account is gone from both, and nobody else with it.
  await openAccountMenu(page);
  const ended = page.waitForResponse((reply) => reply.url().endsWith('/logout'));
  await page.getByRole('menuitem', { name: /^Đăng xuất.*Chi/ }).click();
  // This tab shows Bình all the time: the reply alone says that it is done.
  expect((await ended).ok()).toBe(true);
  await expect(page.getByTestId('account-switcher')).toContainText('108C000002');
  await expect(other.getByTestId('account-switcher')).toContainText('108C000002');

  // Somebody joins here while an order of the other tab is on its way, still with the cookie of before.
  await other.getByTestId('ticket-quantity').fill('2');
  const refused = other.waitForResponse((reply) => reply.url().endsWith('/place') && reply.status() === 401);
  await page.route('**/api/investor/login', async (route) => {
    const reply = await sentByItself(route.request());
    await sendOrder(other);
    await refused;
    await route.fulfill(reply);
  });
  await addAccount(page, '0901000001');
  await expect(page.getByTestId('account-switcher')).toContainText('108C000001');
  await expect(other.getByText(/Đã khớp Mua 2 ZCEZ26/).first()).toBeVisible();
  await expect(other.getByTestId('account-switcher')).toContainText('108C000002');
  await openAccountMenu(other);
  await expect(other.getByRole('menuitemradio', { name: /108C000001/ })).toBeVisible();
  await other.keyboard.press('Escape');

  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Đăng xuất mọi tài khoản' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, DIALOG);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Đăng xuất/ })
    .click();
  for (const tab of [page, other]) await expect(tab.getByTestId('account-switcher')).toHaveCount(0);
  // Not here alone: the jar that the browser still shows is empty.
  const left = await page.request.get(`${url}/api/investor/session`);
  expect((await left.json()).accounts).toEqual([]);
});

test('no address to return to leads off this origin', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url, 'binh@mua.demo');
  const strayed: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== url) strayed.push(request.url());
  });
  for (const payload of PAYLOADS) {
    await page.goto(`${url}/login?returnUrl=${encodeURIComponent(payload)}`);
    await page.getByRole('button', { name: /^Mở tài khoản/ }).click();
    await expect(page).toHaveURL(`${url}/`);
  }
  expect(strayed).toEqual([]);
});

const PAYLOADS = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  'javascript:location="//evil.example"',
  'data:text/html,<script>location="//evil.example"</script>',
  'https:evil.example',
];

/** A menu on its way out takes a click beside it for its own. */
async function openAccountMenu(page: Page): Promise<void> {
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByTestId('account-switcher').click();
}

/** As the menu offers it, while somebody else is signed in. */
async function addAccount(page: Page, username: string): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Thêm tài khoản' }).click();
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await expectAccessible(page);
  await fillSignIn(page, username);
}

/** What the server answers a request of a page; the browser hears of it, its cookie included, only where it is told. */
async function sentByItself(request: Request) {
  const headers = await request.allHeaders();
  const reply = await fetch(request.url(), { method: request.method(), headers, body: request.postData() });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() };
}

/** Done when the header asks to sign in: what follows must not overtake the call. */
async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: /^Log out/ }).click();
  await expect(page.getByTestId('account-switcher')).toHaveCount(0);
}

async function newPage(browser: Browser, locale: string): Promise<Page> {
  return (await browser.newContext({ locale })).newPage();
}

const STEP_S = 30;

/** The server takes a code of the step before and of the one to come, and none that is older than one it took. */
function appCode(secret: string, stepsAhead: number): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * STEP_S });
}

function secondsLeftOfStep(): number {
  return STEP_S - ((Date.now() / 1000) % STEP_S);
}
