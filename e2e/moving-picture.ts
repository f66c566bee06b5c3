/**
 * Records the README's moving picture from the running product: a first trade on the English desk (`npm run picture`).
 * Prices are the simulated exchange's, so each run shows different ones.
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ProductHome } from '../server/test/fixtures/product.ts';

const FILE = fileURLToPath(new URL('../docs/desk.webp', import.meta.url));
const SIZE = { width: 1280, height: 800 };
const CONTRACT = 'ZCEH27';
/** Interval between two looks at the desk, at rest and while something happens. */
const LOOK_MS = 250;
const WATCH = 8;
const LAST_MS = 2_500;

interface Film {
  readonly page: Page;
  readonly frames: Buffer[];
}

async function main(): Promise<void> {
  const home = new ProductHome({ MARKET_HOURS: 'always', SEED: '7' });
  const product = await home.start();
  const path = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-US', colorScheme: 'dark' });
    const film: Film = { page: await context.newPage(), frames: [] };
    await openDesk(film.page, product.url);
    await trade(film);
    await write(film.frames);
    console.log(`docs/desk.webp: ${film.frames.length} frames`);
  } finally {
    await browser.close();
    await product.stop();
    home.clear();
  }
}

async function openDesk(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await page.goto(`${url}/login`);
  await page.getByTestId('login-username').fill('an@mua.demo');
  await page.getByTestId('login-password').fill('Mua@2026');
  await page.getByTestId('login-submit').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await page.goto(`${url}/trading/${CONTRACT}`);
  await page.getByTestId('ticket-side-buy').waitFor();
  await page.locator('canvas').first().waitFor();
  await page.locator('[data-slot="desk-price"]').filter({ hasText: /\d/ }).first().waitFor();
}

async function trade(film: Film): Promise<void> {
  const { page } = film;
  await watch(film);
  await page.getByTestId('ticket-side-buy').click();
  await page.getByTestId('ticket-type').getByText('Market', { exact: true }).click();
  await page.getByTestId('ticket-quantity').fill('2');
  await watch(film);
  const send = page.getByTestId('send-order');
  await send.click();
  await page.locator('[data-testid="send-order"][data-ready="true"]').waitFor();
  await watch(film);
  await send.click();
  await watch(film);
  await page.getByRole('tab', { name: /Positions/ }).click();
  await watch(film, 2 * WATCH);
}

async function watch({ page, frames }: Film, looks = WATCH): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    frames.push(await page.screenshot());
    await next;
  }
}

async function write(frames: readonly Buffer[]): Promise<void> {
  const delay = frames.map((_, index) => (index === frames.length - 1 ? LAST_MS : LOOK_MS));
  await sharp([...frames], { join: { animated: true } })
    .webp({ loop: 0, delay, quality: 70, effort: 5, minSize: true })
    .toFile(FILE);
}

await main();
