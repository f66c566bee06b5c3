/**
 * Checks the accessibility of every page and the main dialogs, dark and light, on a desktop and a phone: no serious
 * violation. The browser's own colours change under an open page; the other theme can only break contrast.
 */
import type { Page } from '@playwright/test';
import { AN_ACCOUNT, PAGES } from '#pages.ts';
import {
  DIALOG,
  expect,
  expectAccessible,
  expectAccessibleOpen,
  expectContrast,
  registerApplication,
  signIn,
  test,
} from '#stage.ts';

test.use({ colorScheme: 'dark' });

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'system')));

for (const [kind, paths] of Object.entries(PAGES)) {
  test(`pages, ${kind}, dark and light, have no serious violation and on a phone no sideways scroll`, async ({
    page,
    stage,
  }) => {
    if (kind !== 'doors' && kind !== 'entrances') await signIn(page, stage.product.url);
    for (const path of paths) {
      await open(page, stage.product.url + path);
      await inBoth(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow, { message: path }).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
}

const OPEN = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]';

for (const path of ['/', '/trading/ZCEZ26', `/account-overview/order-manager/${AN_ACCOUNT}`]) {
  test(`everything that opens on ${path} is accessible`, async ({ page, stage }) => {
    await signIn(page, stage.product.url);
    await open(page, stage.product.url + path);
    for (const opener of await page.evaluate(markOpeners)) {
      await page.locator(`[data-opener="${opener}"]`).first().click();
      await expect(page.locator(OPEN).first(), opener).toBeVisible();
      await endTransitions(page);
      await test.step(opener, () => expectAccessibleOpen(page, OPEN));
      await page.keyboard.press('Escape');
      await expect(page.locator(OPEN), opener).toHaveCount(0);
    }
  });
}

/** Runs in the page: marks every control that says it opens something, each kind once, and returns the names. */
function markOpeners(): string[] {
  const found = new Set<string>();
  for (const element of document.querySelectorAll<HTMLElement>('[aria-haspopup]:not(:disabled), [role="combobox"]')) {
    const isSeen = element.checkVisibility({ visibilityProperty: true }) && element.closest('[role="row"]') === null;
    const name = element.dataset.testid ?? element.ariaLabel ?? element.textContent.trim();
    if (!isSeen || found.has(name)) continue;
    found.add(name);
    element.dataset.opener = name;
  }
  return [...found];
}

test('dialogs are accessible, dark and light', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url);
  await page.goto(`${url}/trading/ZCEZ26`);
  await expect(page.getByTestId('send-order')).toContainText('ZCEZ26');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await inBoth(page, DIALOG);
  await page.keyboard.press('Escape');
  for (const [typed, command] of [
    ['cai dat', 'Cài đặt'],
    ['phim tat', 'Phím tắt'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(typed);
    await expect(dialog.getByRole('option').first()).toContainText(command);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await inBoth(page, DIALOG);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByTestId('account-switcher').click();
  // An open menu keeps the focus and hides the rest, which the rule allows for dialogs only: the check is of what
  // follows.
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByTestId('own-limits').click();
  await expect(dialog).toBeVisible();
  await inBoth(page, DIALOG);
});

test('account security dialogs are accessible, dark and light', async ({ page, stage }) => {
  await signIn(page, stage.product.url);
  await open(page, `${stage.product.url}/account-overview/security-account`);
  const dialog = page.getByRole('dialog');
  for (const name of ['Đổi mật khẩu', 'Đặt mã PIN']) {
    await page.getByRole('button', { name }).click();
    await expect(dialog).toBeVisible();
    await inBoth(page, DIALOG);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByTestId('app-switch').click();
  await expect(page.getByTestId('step-up-password')).toBeFocused();
  await inBoth(page, DIALOG);
});

test('a program’s request is accessible, dark and light', async ({ page, stage }) => {
  await signIn(page, stage.product.url);
  const redirectUri = 'http://127.0.0.1:8123/back';
  const request = new URLSearchParams({
    ...{ client_id: await registerApplication(stage, redirectUri), redirect_uri: redirectUri, response_type: 'code' },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
  });
  await open(page, `${stage.product.url}/oauth/authorize?${request}`);
  await expect(page.getByTestId('allow')).toBeVisible();
  await inBoth(page);
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
}

/** Checks everything in dark, then what can differ in light. */
async function inBoth(page: Page, within?: string): Promise<void> {
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
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}
