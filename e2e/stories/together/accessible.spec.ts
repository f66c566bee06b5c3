/** Checks the accessibility of all that opens over a page, and of the main dialogs: no serious violation. */
import { expectAccessibleInBoth, followBrowser } from '#both-themes.ts';
import { AN_ACCOUNT, openPage } from '#pages.ts';
import { DIALOG, expect, expectAccessibleOpen, registerApplication, signIn, test } from '#stage.ts';

test.use({ colorScheme: 'dark' });

test.beforeEach(followBrowser);

const OPEN = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]';

for (const path of ['/', '/trading/ZCEZ26', `/account-overview/order-manager/${AN_ACCOUNT}`]) {
  test(`everything that opens on ${path} is accessible`, async ({ page, stage }) => {
    await signIn(page, stage.product.url);
    await openPage(page, stage.product.url + path);
    for (const opener of await page.evaluate(markOpeners)) {
      await page.locator(`[data-opener="${opener}"]`).first().click();
      await expect(page.locator(OPEN).first(), opener).toBeVisible();
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
  await expectAccessibleInBoth(page, DIALOG);
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
    await expectAccessibleInBoth(page, DIALOG);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByTestId('account-switcher').click();
  // An open menu keeps the focus and hides the rest, which the rule allows for dialogs only: the check is of what
  // follows.
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByTestId('own-limits').click();
  await expect(dialog).toBeVisible();
  await expectAccessibleInBoth(page, DIALOG);
});

test('account security dialogs are accessible, dark and light', async ({ page, stage }) => {
  await signIn(page, stage.product.url);
  await openPage(page, `${stage.product.url}/account-overview/security-account`);
  const dialog = page.getByRole('dialog');
  for (const name of ['Đổi mật khẩu', 'Đặt mã PIN']) {
    await page.getByRole('button', { name }).click();
    await expect(dialog).toBeVisible();
    await expectAccessibleInBoth(page, DIALOG);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByTestId('app-switch').click();
  await expect(page.getByTestId('step-up-password')).toBeFocused();
  await expectAccessibleInBoth(page, DIALOG);
});

test('a program’s request is accessible, dark and light', async ({ page, stage }) => {
  await signIn(page, stage.product.url);
  const redirectUri = 'http://127.0.0.1:8123/back';
  const request = new URLSearchParams({
    ...{ client_id: await registerApplication(stage, redirectUri), redirect_uri: redirectUri, response_type: 'code' },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
  });
  await openPage(page, `${stage.product.url}/oauth/authorize?${request}`);
  await expect(page.getByTestId('allow')).toBeVisible();
  await expectAccessibleInBoth(page);
});
