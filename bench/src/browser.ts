/** Starts Chromium for the benchmarks: one window size, no sandbox, no graphics card, no background features. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

const LAUNCH_MS = 30_000;
/** Timeout of any wait for a page. */
const WAIT_MS = 30_000;

export async function launchBrowser(): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH;
  return chromium.launch({
    // `playwright` is tools/chromium.mjs's name for the browser that Playwright installed.
    ...(path && path !== 'playwright' ? { executablePath: path } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    timeout: LAUNCH_MS,
  });
}

export interface FreshPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** Opens a page for a first visit: nothing cached, nothing stored. */
export async function openFreshPage(browser: Browser): Promise<FreshPage> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
  });
  context.setDefaultTimeout(WAIT_MS);
  // tsx wraps functions to keep their names; code sent into the page needs that wrapper there.
  await context.addInitScript({ content: 'globalThis.__name = (value) => value;' });
  return { page: await context.newPage(), close: () => context.close() };
}
