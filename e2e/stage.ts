/** The fixtures of all stories: a product, a clean console, and an investor who signs in by the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test';
import { ProductHome, type RunningProduct } from '../server/test/fixtures/product.ts';

const RECORDING = fileURLToPath(new URL('./recordings/corn-240m.csv', import.meta.url));

export interface Stage {
  readonly home: ProductHome;
  /** The product as it runs now; stories that kill it start it again. */
  product: RunningProduct;
  startAgain(): Promise<void>;
}

/** Prices from the recording that the repository carries, so that a story sees the same market everywhere. */
export const RECORDED = {
  VENUE: 'recorded',
  RECORDING,
  RECORDING_CONTRACT: 'ZCEZ26',
  RECORDING_SPEED: '20',
} as const;

/** For stories that leave nothing behind which another one looks at: those of one worker share a product. */
export const SHARED = { ...RECORDED, SEED: '12' } as const;

/** Every contract, by the simulated exchange; shared like the one above. */
export const WHOLE_MARKET = { SEED: '31' } as const;

/**
 * What the browser says of a lost server, a refusal or a slow machine, and its driver where the offline shell is left
 * out.
 */
const OTHERS_NEWS = new RegExp(
  [
    'net::ERR_',
    'WebSocket connection',
    'WebSocket is already in CLOSING',
    'status of (401|403|404|422|409)',
    'preload but not used within a few seconds',
    'registration blocked by Playwright',
  ].join('|'),
);

export const test = base.extend<
  { consoleClean: undefined },
  { settings: Readonly<Record<string, string>>; stage: Stage }
>({
  settings: [{}, { scope: 'worker', option: true }],
  stage: [
    async ({ settings }, use) => {
      const home = new ProductHome(settings);
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
  /** No story may leave an error or a warning in the console, but for what the browser itself says of a lost server. */
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

/** By the page, where signing in is what a story tells. */
export async function signInByPage(page: Page, url: string, username = 'an@mua.demo'): Promise<void> {
  await page.goto(`${url}/login`);
  await fillSignIn(page, username);
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

/** The form of the sign-in page, filled and sent. */
export async function fillSignIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByTestId('login-username').fill(username);
  await page.getByTestId('login-password').fill(password);
  await page.getByTestId('login-submit').click();
}

/** Leaves the browser as the sign-in page does, for its next page: the account jar, and the readable account of it. */
export async function signIn(page: Page, url: string, username = 'an@mua.demo', password = PASSWORD): Promise<void> {
  const reply = await page.request.post(`${url}/api/investor/login`, {
    headers: { 'x-csrf': '1' },
    data: { username, password },
  });
  expect(reply.status()).toBe(200);
  const value = encodeURIComponent(JSON.stringify(await reply.json()));
  await page.context().addCookies([{ name: 'auth', value, url, sameSite: 'Strict' }]);
}

/** A menu on its way out takes a click beside it for its own. */
export async function openAccountMenu(page: Page): Promise<void> {
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByTestId('account-switcher').click();
}

/** The cookie that opens this browser's accounts: the only one that no script may read. */
export async function jarOf(page: Page): Promise<Cookie | undefined> {
  return (await page.context().cookies()).find(({ httpOnly }) => httpOnly);
}

/** A call of an operator, as `npm run operator` makes it. */
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

/** Of a stage whose clock is moved manually. */
export async function moveClock(page: Page, { product }: Stage, advanceMs: number): Promise<void> {
  const reply = await page.request.post(`${product.url}/api/dev/clock`, {
    headers: { 'x-csrf': '1' },
    data: { advanceMs },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

/** The code of the contract of a commodity that ends first. */
export async function frontMonth(page: Page, { product }: Stage, commodity: string): Promise<string> {
  const reply = await page.request.get(`${product.url}/api/market/contracts?commodityCode=${commodity}`);
  return (await reply.json()).items[0].code;
}

/** Who acts as operator in a story. */
export const BY_LAN = { operatorId: 'lan', reason: 'story' } as const;

/** A program that may ask investors for grants, entered as `npm run operator -- application add` does; answers its id. */
export async function registerApplication(stage: Stage, redirectUri: string): Promise<string> {
  const scopes = ['market', 'account', 'trade'];
  const application = { name: 'Bot ngô', redirectUris: [redirectUri], scopes, ...BY_LAN };
  return (await (await operatorCall(stage, 'oauth-clients', application)).json()).clientId;
}

interface Trader {
  readonly language: 'vi' | 'en';
  readonly username: string;
}

/** Signed in, on the desk of corn, with a price in the ticket. */
export async function openDesk(page: Page, url: string, { language, username }: Trader): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await signIn(page, url, username);
  await page.goto(`${url}/trading/ZCEZ26`);
  await expect(page.getByTestId('ticket-price')).toHaveValue(/'/);
}

/**
 * The price in the ticket, `448'4`. Looked at and read in one go: a price that follows the market is gone for a moment
 * whenever nobody quotes.
 */
export async function ticketPrice(page: Page): Promise<string> {
  let shown = '';
  await expect
    .poll(async () => {
      const typed = page.getByTestId('ticket-price');
      // A market order has no price of its own but the one it is expected to meet.
      const expected = page.getByTestId('ticket-expected');
      const text = (await typed.count()) > 0 ? await typed.inputValue() : await expected.textContent();
      shown = /\d+'\d/.exec(text ?? '')?.[0] ?? '';
      return shown;
    })
    .not.toBe('');
  return shown;
}

/**
 * Both steps of the ticket's button. It names the contract once nothing stands against the order, and says when a press
 * counts: the second one too soon after the first is the other half of a double click.
 */
export async function sendOrder(within: Page | Locator, code = 'ZCEZ26'): Promise<void> {
  const send = within.getByTestId('send-order');
  await expect(send).toContainText(code);
  await send.click();
  await expect(send).toHaveAttribute('data-ready', 'true');
  await send.click();
}

/**
 * Serious and critical findings only; contrast included. A dialog is looked at alone where the page below it has been:
 * most of the time goes into measuring the contrast of every text.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await expectNothingGrave(page, axe(page, within));
}

/** What is open over a page, and what that can spoil in the page below it, which was looked at by itself. */
export async function expectAccessibleOpen(page: Page, within: string): Promise<void> {
  await expectNothingGrave(page, axe(page, within));
  await expectNothingGrave(page, axe(page).withRules(['aria-hidden-focus', 'aria-hidden-body', 'duplicate-id-aria']));
}

/** The same page in other colours: all else is as it was. */
export async function expectContrast(page: Page, within?: string): Promise<void> {
  await expectNothingGrave(page, axe(page, within).withRules(['color-contrast']));
}

export const DIALOG = '[role="dialog"], [role="alertdialog"]';

/**
 * One frame, so nothing has to be put together in a second page; and only what is wrong is told. A toast may be fading
 * away in that very moment: the theme preview has them all, standing.
 */
function axe(page: Page, within?: string): AxeBuilder {
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude('[data-sonner-toast]');
  return within === undefined ? builder : builder.include(within);
}

async function expectNothingGrave(page: Page, builder: AxeBuilder): Promise<void> {
  await standStillAgain(page);
  const { violations } = await builder.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)).toEqual([]);
}

/** What fades in has no contrast yet. What never ends (a spinner) is not waited for; what is taken away has ended. */
async function standStillAgain(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
