/**
 * Compares screens visually: every component, the board and the trading page, dark and light, on a desktop and a phone,
 * with the pictures in e2e/looks. Another major version of the browser renders letters differently: then these are
 * skipped, by name. New pictures: `npx playwright test looks --update-snapshots` in e2e.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '#stage.ts';
import { DEEPEST, SHOWN, standStill } from '#still-market.ts';

/** Version of the browser that drew the pictures. */
const CHROMIUM_MAJOR = 156;

const PAGES = [
  { name: 'components', path: '/theme-preview' },
  { name: 'board', path: '/' },
  { name: 'desk', path: `/trading/${SHOWN}` },
];
const SIZES = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '390', viewport: { width: 390, height: 844 } },
];

for (const { name: size, viewport } of SIZES) {
  for (const theme of ['dark', 'light'] as const) {
    for (const { name, path } of PAGES) {
      test(`${name}, ${theme}, ${size} px`, async ({ page, browser, stage }) => {
        const major = Number(browser.version().split('.')[0]);
        test.skip(major !== CHROMIUM_MAJOR, `the pictures are Chromium ${CHROMIUM_MAJOR}'s, this is ${major}`);
        await page.setViewportSize(viewport);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.addInitScript((chosen) => localStorage.setItem('vite-ui-theme', chosen), theme);
        await standStill(page);
        await page.goto(stage.product.url + path);
        const indicator = page.getByTestId('network-indicator').first();
        await expect(indicator).toHaveAttribute('data-state', 'good');
        // The clock stands still, so the newest ping took no time.
        await expect(indicator).toContainText('0 ms');
        if (name === 'desk') {
          await expect(page.getByText(DEEPEST).first()).toBeVisible();
          // Whatever waits for bars is settled too: the legend of the newest one.
          await expect(page.locator('p[aria-hidden]', { hasText: /C 1224'0/ }).first()).toBeVisible();
          if (size === '1440') await expect(page.getByRole('button', { name: /chú giải/ })).toBeVisible();
        }
        if (name === 'components') await showAll(page, viewport);
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await expect(page).toHaveScreenshot(`${name}-${theme}-${size}.png`, {
          animations: 'disabled',
          maxDiffPixelRatio: 0.002,
        });
      });
    }
  }
}

/** Shows a page that scrolls inside its frame in a window as high as all of it. */
async function showAll(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const hidden = await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight);
  await page.setViewportSize({ width, height: height + hidden });
}
