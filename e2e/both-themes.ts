/**
 * Checks what is shown dark and light. A page that follows the browser's own colours changes while it is open; the other
 * theme can only break contrast.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectContrast } from '#stage.ts';

/** For each story: the page follows the browser, which `colorScheme` lets begin dark. */
export async function followBrowser({ page }: { readonly page: Page }): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'system'));
}

/** Checks everything in dark, then what can differ in light. Leaves the page dark. */
export async function expectAccessibleInBoth(page: Page, within?: string): Promise<void> {
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expectAccessible(page, within);
  await turn(page, 'light');
  await expectContrast(page, within);
  await turn(page, 'dark');
}

/** Changes the browser's colours and waits for the page to follow; whatever is then on its way is awaited by the check. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const html = page.locator('html');
  await (colorScheme === 'dark' ? expect(html) : expect(html).not).toHaveClass(/dark/);
}
