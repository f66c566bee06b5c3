/**
 * Uses several accounts in a browser and several browsers of an account: signed out remotely, added, signed out, and
 * redirected.
 */
import type { Page, Request } from '@playwright/test';
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

test.use({ settings: { ...CALM, SEED: '31' } });

const SECURITY = '/account-overview/security-account';

test('another browser is signed out within moments; two tabs each keep their own account', async ({
  browser,
  page,
  stage,
}) => {
  const { url } = stage.product;
  const thrownOut = await (await browser.newContext()).newPage();
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
  await expect(thrownOut).toHaveURL(/\/login\?returnUrl=/);
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
  // The other tab continues for the account it shows.
  const placed = other.waitForRequest((request) => request.url().endsWith('/place'));
  await other.getByTestId('ticket-type').getByText('Thị trường').click();
  await other.getByTestId('ticket-quantity').fill('1');
  await sendOrder(other);
  expect((await placed).url()).toContain('/order/108C000003-01/');
  await expect(other.getByText(/Đã khớp Mua 1 ZCEZ26/).first()).toBeVisible();
  // Signed out in one tab, an account is gone from both, and no other with it.
  await openAccountMenu(page);
  const ended = page.waitForResponse((reply) => reply.url().endsWith('/logout'));
  await page.getByRole('menuitem', { name: /^Đăng xuất.*Chi/ }).click();
  // This tab shows Bình all the time: only the reply tells that it is done.
  expect((await ended).ok()).toBe(true);
  await expect(page.getByTestId('account-switcher')).toContainText('108C000002');
  await expect(other.getByTestId('account-switcher')).toContainText('108C000002');

  // Somebody signs in here while an order of the other tab is on its way, still with the previous cookie.
  await other.getByTestId('ticket-quantity').fill('2');
  const refused = other.waitForResponse((reply) => reply.url().endsWith('/place') && reply.status() === 401);
  await page.route('**/api/investor/login', async (route) => {
    const reply = await sentByItself(route.request());
    await sendOrder(other);
    await refused;
    await route.fulfill(reply);
  });
  await addAccount(page, '0901000001');
  await expect(other.getByText(/Đã khớp Mua 2 ZCEZ26/).first()).toBeVisible();
  await expect(page.getByTestId('account-switcher')).toContainText('108C000001');
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
  // It is gone not only here: the browser session behind the browser's cookie is empty.
  const left = await page.request.get(`${url}/api/investor/session`);
  expect((await left.json()).accounts).toEqual([]);
});

test('no return address leads off this origin', async ({ page, stage }) => {
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

/** Adds an account from the menu, while somebody else is signed in. */
async function addAccount(page: Page, username: string): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Thêm tài khoản' }).click();
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  // The address is the new page's before the old one has gone.
  await expect(page.getByTestId('login-username')).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expectAccessible(page);
  await fillSignIn(page, username);
}

/** Sends a page's request itself: the browser receives the answer, its cookie included, only where told. */
async function sentByItself(request: Request) {
  const headers = await request.allHeaders();
  const reply = await fetch(request.url(), { method: request.method(), headers, body: request.postData() });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() };
}
