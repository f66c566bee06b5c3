/** What a stranger sees, in English, and the ways in: the board, the desk, the log-in link, the 404 page. */
import { expect, expectAccessible, SHARED, test } from '../stage.ts';

test.use({ settings: SHARED, locale: 'en-US' });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
});

test('anonymous visitors see prices and are asked to log in to trade', async ({ page, stage }) => {
  const { url } = stage.product;
  await page.goto(url);
  await page.getByTestId('row-ZCEZ26').getByText('ZCEZ26').click();
  await expect(page).toHaveURL(/\/trading\/ZCEZ26/);
  await expect(page.getByText('Order book', { exact: true }).first()).toBeVisible();
  await page.getByTestId('ticket-sign-in').click();
  await expect(page).toHaveURL(/\/login\?returnUrl=.*trading.*ZCEZ26/);
  await page.getByRole('button', { name: 'Sign in' }).last().click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectAccessible(page);
});

test('wrong passwords are told so, in the words of the specification', async ({ page, stage }) => {
  await page.goto(`${stage.product.url}/login`);
  await page.getByRole('textbox').first().fill('0901000002');
  await page.locator('input[type="password"]').fill('Wrong@2026');
  await page.locator('button[type="submit"]').click();
  await expect(page.getByText('Incorrect login information')).toBeVisible();
});

test('an unknown path shows the 404 page with its status', async ({ page, stage }) => {
  const answer = await page.goto(`${stage.product.url}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: "UH OH! You're lost." })).toBeVisible();
  await page.getByRole('link', { name: 'HOME' }).click();
  await expect(page).toHaveURL(/\/$/);
});
