/** Chromium as the benchmarks drive it: one window size, no sandbox, no graphics card, nothing of its own in the way. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

const LAUNCH_MS = 30_000;
/** Of anything that a page is waited for. */
const WAIT_MS = 30_000;

export async function launchBrowser(): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
  return chromium.launch({
    // `playwright` is what tools/chromium.mjs calls the one that Playwright brought itself.
    ...(path === 'playwright' ? {} : { executablePath: path }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    timeout: LAUNCH_MS,
  });
}

export interface FreshPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** A visitor who was never here: nothing cached, nothing stored. */
export async function openFreshPage(browser: Browser): Promise<FreshPage> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
  });
  context.setDefaultTimeout(WAIT_MS);
  // tsx wraps functions to keep their names; what is sent into the page needs that wrapper there.
  await context.addInitScript({ content: 'globalThis.__name = (value) => value;' });
  return { page: await context.newPage(), close: () => context.close() };
}
