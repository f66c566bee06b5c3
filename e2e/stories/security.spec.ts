/**
 * What guards an account, as a person meets it: a forgotten password, an authenticator app at the door, changes that a
 * code confirms, a PIN before an order, a browser that is thrown out, and that nothing a script can read lets anybody in.
 * Each story has its own person, because what they change stays.
 */
import type { Browser, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, expectAccessible, RECORDED, signIn, test } from '../stage.ts';

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
    await page.getByTestId('otp-code').fill(otherThan(code));
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
    await expectAccessible(page);
    await page.getByTestId('step-up-password').fill(renewed);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('qr-code')).toBeVisible();
    await expectAccessible(page);
    const shown = (await page.getByTestId('app-secret').textContent()) ?? '';
    await page.getByTestId('app-code').fill(appCode(shown, 0));
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('security-app')).toContainText('On');
    return shown;
  });
  await test.step('the door asks for its code, and tells a wrong one', async () => {
    await page.getByTestId('account-switcher').click();
    await page.getByRole('menuitem', { name: /^Log out/ }).click();
    await page.goto(`${url}/login`);
    await page.getByTestId('login-username').fill('dung@mua.demo');
    await page.getByTestId('login-password').fill(renewed);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('login-code')).toBeFocused();
    // Each code counts once, so the next step's it is.
    const code = appCode(secret, 1);
    await page.getByTestId('login-code').fill(otherThan(code));
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('login-error')).toContainText('Incorrect authenticator code');
    await page.getByTestId('login-code').fill(code);
    await page.keyboard.press('Enter');
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
  await expectAccessible(page);
  await page.keyboard.press('Alt+h');
  await expect(page.getByTestId('contact-email')).not.toContainText('chi@');
  await page.keyboard.press('Alt+h');
  await page.goto(`${url}${SECURITY}`);
  await page.getByRole('button', { name: 'Đổi email' }).click();
  await page.getByTestId('new-contact').fill(address);
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
  await page.getByTestId('send-order').click();
  await page.getByTestId('send-order').click();
  await expect(page.getByTestId('pin')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('ticket-fault')).toContainText('Nhập mã PIN để gửi lệnh');
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('2');
  expect(sent).toHaveLength(1);

  await page.getByTestId('send-order').click();
  await page.getByTestId('send-order').click();
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
  await expectAccessible(page);
  await devices.last().getByRole('button').click();
  await expect(thrownOut).toHaveURL(/\/login\?returnUrl=/, { timeout: 3000 });
  await expect(devices).toHaveCount(1);
  await thrownOut.context().close();

  await signIn(page, url, '0901000003');
  const other = await page.context().newPage();
  await other.goto(`${url}/trading/ZCEZ26`);
  await expect(other.getByTestId('account-switcher')).toContainText('108C000003');
  await page.getByTestId('account-switcher').click();
  await page.getByRole('menuitemradio', { name: /Bình/ }).click();
  await expect(page.getByTestId('account-switcher')).toContainText('108C000002');
  // The other tab goes on for whom it shows.
  const placed = other.waitForRequest((request) => request.url().endsWith('/place'));
  await other.getByTestId('ticket-type').getByText('Thị trường').click();
  await other.getByTestId('ticket-quantity').fill('1');
  await other.getByTestId('send-order').click();
  await other.getByTestId('send-order').click();
  expect((await placed).url()).toContain('/order/108C000003-01/');
  await expect(other.getByText(/Đã khớp Mua 1 ZCEZ26/).first()).toBeVisible();
  // Signed out in one tab, an account is gone from both, and nobody else with it.
  await page.getByTestId('account-switcher').click();
  await page.getByRole('menuitem', { name: /^Đăng xuất.*Chi/ }).click();
  await expect(page.getByTestId('account-switcher')).toContainText('108C000002');
  await expect(other.getByTestId('account-switcher')).toContainText('108C000002');
});

test('nothing that a script can read lets anybody in', async ({ browser, page, stage }) => {
  const { url } = stage.product;
  for (const username of ['an@mua.demo', 'binh@mua.demo', '0901000003']) await signIn(page, url, username);
  await page.goto(`${url}/trading/ZCEZ26`);
  await expect(page.getByTestId('account-switcher')).toBeVisible();
  // What the offline shell keeps is looked through too, so it must be there.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const handles = (await keptAuth(page)).accounts.map(({ accessToken }) => accessToken.value);
  expect(handles).toHaveLength(3);
  const strings = [...handles, ...(await readableStrings(page))];

  const stranger = await newPage(browser, 'vi-VN');
  await stranger.goto(`${url}/login`);
  const jar = (await page.context().cookies()).find(({ httpOnly }) => httpOnly);
  expect(strings).not.toContain(jar?.value);
  // The tries are worth something: the real ones do open.
  expect(await opens(stranger, url, { cookie: `${jar?.name}=${jar?.value}` })).toBe(true);
  expect(await opensSocket(stranger, await drawTicket(page))).toBe(true);
  for (const value of strings) {
    expect.soft(await opens(stranger, url, { cookie: `${jar?.name}=${encodeURIComponent(value)}` }), value).toBe(false);
    expect
      .soft(await opens(stranger, url, { authorization: `Bearer ${encodeURIComponent(value)}` }), value)
      .toBe(false);
    expect.soft(await opensSocket(stranger, value), value).toBe(false);
  }
  await stranger.context().close();
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

async function newPage(browser: Browser, locale: string): Promise<Page> {
  return (await browser.newContext({ locale })).newPage();
}

/** As a person of the demo reads it: on the outbox page, in a tab of its own. */
async function codeInOutbox(
  page: Page,
  url: string,
  to: string,
  look: (tab: Page) => Promise<void> = async () => {},
): Promise<string> {
  const tab = await page.context().newPage();
  const message = tab.getByTestId('outbox-message').filter({ hasText: to }).first();
  await tab.goto(`${url}/dev/outbox`);
  await expect(async () => {
    await tab.getByRole('button', { name: /Tải lại|Refresh/ }).click();
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  const code = (await message.getByTestId('outbox-code').textContent()) ?? '';
  await look(tab);
  await tab.close();
  return code;
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

function appCode(secret: string, stepsAhead: number): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 });
}

/** Every text of twenty characters or more in all that a script of this page may read, whole and in its parts. */
async function readableStrings(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(async () => {
    const found = [document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        found.push(JSON.stringify(all.result));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push(request.url);
        const kept = await cache.match(request);
        if (/json|plain/.test(kept?.headers.get('content-type') ?? '')) found.push((await kept?.text()) ?? '');
      }
    }
    return found;
  });
  const whole = texts.flatMap((text) => [text, decoded(text)]);
  return [...new Set(whole.flatMap((text) => text.match(/[\w.:~+/=%-]{20,}/g) ?? []))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the server takes these headers for somebody. */
async function opens(page: Page, url: string, headers: Record<string, string>): Promise<boolean> {
  const [session, orders] = await Promise.all([
    page.request.get(`${url}/api/investor/session`, { headers }),
    page.request.get(`${url}/api/order/108C000001-01/query`, { headers }),
  ]);
  // A server that answers for other reasons has not looked.
  expect([session.status(), orders.status()]).not.toContain(429);
  return orders.ok() || (session.ok() && (await session.json()).isAuth === true);
}

interface KeptAuth {
  readonly accessToken: { readonly value: string };
  readonly accounts: readonly { readonly accessToken: { readonly value: string } }[];
}

async function keptAuth(page: Page): Promise<KeptAuth> {
  return page.evaluate(() =>
    JSON.parse(decodeURIComponent(/(?:^|; )auth=([^;]*)/.exec(document.cookie)?.[1] ?? 'null')),
  );
}

async function drawTicket(page: Page): Promise<string> {
  const { accessToken } = await keptAuth(page);
  return page.evaluate(async (slot) => {
    const reply = await fetch('/api/session/socket-ticket', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1', 'x-account-slot': slot },
      body: '{}',
    });
    return (await reply.json()).ticket;
  }, accessToken.value);
}

/** The investor's namespace, spoken by hand: a ticket is the only thing that opens it. */
async function opensSocket(page: Page, ticket: string): Promise<boolean> {
  return page.evaluate(
    (value) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
        socket.onclose = () => resolve(false);
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          if (data.startsWith('0')) socket.send(`40/investor/v1.0,${JSON.stringify({ ticket: value })}`);
          if (!data.startsWith('4')) return;
          resolve(data.startsWith('40/investor/v1.0'));
          socket.close();
        };
      }),
    ticket,
  );
}
