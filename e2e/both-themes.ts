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

/** Checks everything in dark, then what can differ in light. */
export async function expectAccessibleInBoth(page: Page, within?: string): Promise<void> {
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expectAccessible(page, within);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await endTransitions(page);
  await expectContrast(page, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await endTransitions(page);
}

/** Ends transitions: a colour on its way to another one belongs to no theme. */
export async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}
