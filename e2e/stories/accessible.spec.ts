/** Every page and every dialog of the product, dark and light, on a desk and on a phone: nothing grave for anybody. */
import { expect, expectAccessible, SHARED, signIn, test } from '../stage.ts';

test.use({ settings: SHARED });

const ACCOUNT = '108C000001-01';
const PAGES = [
  '/',
  '/trading/ZCEZ26',
  '/account-overview',
  `/account-overview/property/${ACCOUNT}`,
  `/account-overview/order-manager/${ACCOUNT}`,
  '/theme-preview',
  '/nowhere',
];

for (const theme of ['dark', 'light'] as const) {
  test(`pages, ${theme}`, async ({ page, stage }) => {
    await page.addInitScript((chosen) => localStorage.setItem('vite-ui-theme', chosen), theme);
    const { url } = stage.product;
    await page.goto(`${url}/login`);
    await expect(page.locator('input[type="password"]')).toBeVisible();
    await expectAccessible(page);
    await signIn(page, url);
    for (const path of PAGES) {
      await page.goto(url + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
    }
  });

  test(`dialogs, ${theme}`, async ({ page, stage }) => {
    await page.addInitScript((chosen) => localStorage.setItem('vite-ui-theme', chosen), theme);
    const { url } = stage.product;
    await signIn(page, url);
    await page.goto(`${url}/trading/ZCEZ26`);
    await expect(page.getByTestId('send-order')).toContainText('ZCEZ26');
    const dialog = page.getByRole('dialog');
    for (const command of ['cai dat', 'phim tat']) {
      await page.keyboard.press('Control+k');
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type(command);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('heading').first()).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    await page.getByTestId('account-switcher').click();
    // An open menu keeps the focus and hides the rest, which the rule knows of dialogs only: looked at is what follows.
    await expect(page.getByRole('menu')).toBeVisible();
    await page.getByTestId('own-limits').click();
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
  });
}

test('a phone has all of it without a sideways scroll, and nothing grave', async ({ page, stage }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { url } = stage.product;
  await signIn(page, url);
  for (const path of PAGES) {
    await page.goto(url + path);
    await page.waitForLoadState('networkidle');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
});
