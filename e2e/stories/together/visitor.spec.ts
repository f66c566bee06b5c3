/**
 * Shows a visitor's pages, in English, and the ways to sign in: the board, the trading page, the log-in link, the 404
 * page.
 */
import type { Page } from '@playwright/test';
import { DIALOG, expect, expectAccessible, test } from '#stage.ts';

test.use({ locale: 'en-US' });

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

test('the board keeps the widths and positions that its heads were dragged to, and an index explains itself', async ({
  page,
  stage,
}) => {
  await page.goto(stage.product.url);
  const index = page.getByTestId('index-grain').getByRole('button');
  await index.click();
  const card = page.getByRole('dialog', { name: 'Grain index' });
  await expect(card).toContainText('geometric mean');
  await expect(card).toContainText(/1\/\d+ = [\d.]+%/);
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  const edge = page.getByRole('separator', { name: 'Width of Last' });
  const [from, left] = [await boxOf(page, 'matchPrice'), (await boxOf(page, 'expiry')).x];
  await drag(page, from.x + from.width - 1, from.x + from.width - 1 + 60);
  await expect.poll(async () => (await boxOf(page, 'matchPrice')).width).toBe(from.width + 60);
  expect((await boxOf(page, 'expiry')).x).toBe(left);
  const [bid, high] = [await boxOf(page, 'bidPrice'), await boxOf(page, 'high')];
  await drag(page, bid.x + 20, high.x + 20);
  const order = () => page.locator('[data-column]').evaluateAll((heads) => heads.map((head) => head.dataset.column));
  await expect.poll(async () => (await order()).indexOf('bidPrice') - (await order()).indexOf('high')).toBe(1);
  await expect(page.locator('[aria-sort="ascending"], [aria-sort="descending"]')).toHaveCount(0);
  const arranged = await order();
  await page.reload();
  await expect(edge).toHaveAttribute('aria-valuenow', String(from.width + 60));
  expect(await order()).toEqual(arranged);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await edge.dblclick();
  await expect(edge).toHaveAttribute('aria-valuenow', String(from.width));
});

test('a wrong password gets the specified text', async ({ page, stage }) => {
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

async function boxOf(page: Page, column: string) {
  const box = await page.locator(`[data-column="${column}"]`).boundingBox();
  if (!box) throw new Error(`no head of ${column}`);
  return box;
}

/** Drags along the heads. */
async function drag(page: Page, fromX: number, toX: number): Promise<void> {
  const { y, height } = await boxOf(page, 'matchPrice');
  await page.mouse.move(fromX, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(toX, y + height / 2, { steps: 4 });
  await page.mouse.up();
}
