/** Provides the fixtures of all stories: a product, a clean console, and an investor who signs in by the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test';
import { graveViolations } from '#axe.ts';
import { ProductHome, RECORDED, type RunningProduct } from '../server/test/fixtures/product.ts';

export { RECORDED };

/** Prices as seldom as they once came: what moves on a page is drawn, which is half of a story's work. */
export const CALM = { ...RECORDED, RECORDING_SPEED: '1' } as const;

export interface Stage {
  readonly home: ProductHome;
  /** The running product; stories that kill it start it again. */
  product: RunningProduct;
  startAgain(): Promise<void>;
}

/**
 * Matches what the browser reports of a lost server, a refusal or a slow machine, and its driver where the offline
 * shell is blocked.
 */
const OTHERS_NEWS = new RegExp(
  [
    'net::ERR_',
    'WebSocket connection',
    'WebSocket is already in CLOSING',
    'status of (401|403|404|422|409|503)',
    'preload but not used within a few seconds',
    'registration blocked by Playwright',
  ].join('|'),
);

export interface WorkerSettings {
  /** Of the product: stories of one worker with equal settings share one. */
  readonly settings: Readonly<Record<string, string>>;
}

export const test = base.extend<{ consoleClean: undefined }, WorkerSettings & { stage: Stage }>({
  settings: [{}, { scope: 'worker', option: true }],
  stage: [
    async ({ settings }, use) => {
      const home = ProductHome.begun(settings);
      const stage: Stage = {
        home,
        product: await home.start(),
        async startAgain() {
          const port = new URL(stage.product.url).port;
          stage.product = await home.start({ PORT: port });
        },
      };
      await use(stage);
      await stage.product.stop();
      home.clear();
    },
    { scope: 'worker' },
  ],
  /**
   * No story may leave an error or a warning in the console, except what the browser itself reports of a lost server.
   */
  consoleClean: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(String(error)));
      await use(undefined);
      expect(said.filter((line) => !OTHERS_NEWS.test(line))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const PASSWORD = 'Mua@2026';

/** Signs in by the page, for stories about signing in. */
export async function signInByPage(page: Page, url: string, username = 'an@mua.demo'): Promise<void> {
  await page.goto(`${url}/login`);
  await fillSignIn(page, username);
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

/** Fills in and submits the sign-in page. */
export async function fillSignIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByTestId('login-username').fill(username);
  await page.getByTestId('login-password').fill(password);
  await page.getByTestId('login-submit').click();
}

/**
 * Leaves the browser as the sign-in page does, for its next page: the session cookie, and the readable account state.
 */
export async function signIn(page: Page, url: string, username = 'an@mua.demo', password = PASSWORD): Promise<void> {
  const reply = await page.request.post(`${url}/api/investor/login`, {
    headers: { 'x-csrf': '1' },
    data: { username, password },
  });
  expect(reply.status()).toBe(200);
  const value = encodeURIComponent(JSON.stringify(await reply.json()));
  await page.context().addCookies([{ name: 'auth', value, url, sameSite: 'Strict' }]);
}

/** Opens the account menu. A closing menu catches a click beside it. */
export async function openAccountMenu(page: Page): Promise<void> {
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByTestId('account-switcher').click();
}

/** Returns the cookie that opens this browser's accounts: the only one that no script may read. */
export async function jarOf(page: Page): Promise<Cookie | undefined> {
  return (await page.context().cookies()).find(({ httpOnly }) => httpOnly);
}

/** Makes an operator's call, as `npm run operator` does. */
export async function operatorCall({ home, product }: Stage, path: string, body: object): Promise<Response> {
  const token = readFileSync(join(home.dataDir, 'run', 'operator-token'), 'utf8').trim();
  const reply = await fetch(`${product.url}/api/operator/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(body),
  });
  expect(reply.ok, await reply.clone().text()).toBe(true);
  return reply;
}

/** Moves the clock of a stage whose clock is manual. */
export async function moveClock(page: Page, { product }: Stage, advanceMs: number): Promise<void> {
  const reply = await page.request.post(`${product.url}/api/dev/clock`, {
    headers: { 'x-csrf': '1' },
    data: { advanceMs },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

/** Returns the code of a commodity's contract that expires first. */
export async function frontMonth(page: Page, { product }: Stage, commodity: string): Promise<string> {
  const reply = await page.request.get(`${product.url}/api/market/contracts?commodityCode=${commodity}`);
  return (await reply.json()).items[0].code;
}

/** Operator and reason in the stories. */
export const BY_LAN = { operatorId: 'lan', reason: 'story' } as const;

/**
 * Registers a program that may ask investors for grants, as `npm run operator -- application add` does; returns its id.
 */
export async function registerApplication(stage: Stage, redirectUri: string): Promise<string> {
  const scopes = ['market', 'account', 'trade'];
  const application = { name: 'Bot ngô', redirectUris: [redirectUri], scopes, ...BY_LAN };
  return (await (await operatorCall(stage, 'oauth-clients', application)).json()).clientId;
}

interface Trader {
  readonly language: 'vi' | 'en';
  readonly username: string;
  /** The recorded contract, which trades on whatever day the story runs, if no other is named. */
  readonly code?: string;
}

/** Signs in and opens the desk of corn, with a price in the ticket. */
export async function openDesk(
  page: Page,
  url: string,
  { language, username, code = RECORDED.RECORDING_CONTRACT }: Trader,
): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await signIn(page, url, username);
  await page.goto(`${url}/trading/${code}`);
  await expect(page.getByTestId('ticket-price')).toHaveValue(/'/);
}

/** Waits until the only chart has bars, which its name does not wait for: before, it takes no point and no date. */
export async function expectBars(page: Page): Promise<void> {
  await expect(page.locator('[data-slot="chart-bars"] tr').nth(1)).toBeAttached();
}

/** Puts the focus on the only chart, once it says by which keys it is moved: from then on it hears them. */
export async function focusChart(page: Page): Promise<void> {
  const chart = page.getByRole('application');
  await expectBars(page);
  await expect(chart).toHaveAccessibleDescription(/\S/);
  await chart.focus();
}

/** Waits until the order sent last is answered; its button is busy meanwhile, and armed no more. */
export async function expectAnswered(page: Page): Promise<void> {
  await expect(page.locator('[data-testid="send-order"][aria-busy="true"]')).toHaveCount(0);
}

/**
 * Returns the price in the ticket, such as `448'4`. Checked and read in one go: a price that follows the market
 * disappears for a moment whenever nobody quotes.
 */
export async function ticketPrice(page: Page): Promise<string> {
  let shown = '';
  // A market order has no price but the one it is expected to meet. Neither is there before the ticket is drawn.
  const prices = page.locator('[data-testid="ticket-price"], [data-testid="ticket-expected"]');
  await expect
    .poll(async () => {
      const text = await prices.evaluateAll(([price]) =>
        price instanceof HTMLInputElement ? price.value : (price?.textContent ?? ''),
      );
      shown = /\d+'\d/.exec(text)?.[0] ?? '';
      return shown;
    })
    .not.toBe('');
  return shown;
}

/**
 * Presses the ticket's button twice. It names the contract once nothing blocks the order, and shows when a press
 * counts: a second press too soon after the first is the other half of a double click.
 */
export async function sendOrder(within: Page | Locator, code: string = RECORDED.RECORDING_CONTRACT): Promise<void> {
  const send = within.getByTestId('send-order');
  await expect(send).toContainText(code);
  await send.click();
  await expect(send).toHaveAttribute('data-ready', 'true');
  await send.click();
}

/**
 * Requires no serious or critical finding; contrast included. A dialog is checked alone when the page below it was
 * checked before: most of the time goes into measuring the contrast of every text.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await graveViolations(page, { within })).toEqual([]);
}

/** Checks what is open over a page, and what it can break in the page below, which was checked by itself. */
export async function expectAccessibleOpen(page: Page, within: string): Promise<void> {
  expect(await graveViolations(page, { within })).toEqual([]);
  const broken = ['aria-hidden-focus', 'aria-hidden-body', 'duplicate-id-aria'];
  expect(await graveViolations(page, { rules: broken })).toEqual([]);
}

/** Checks the same page in other colours: all else is unchanged. */
export async function expectContrast(page: Page, within?: string): Promise<void> {
  expect(await graveViolations(page, { within, rules: ['color-contrast'] })).toEqual([]);
}

export const DIALOG = '[role="dialog"], [role="alertdialog"]';
