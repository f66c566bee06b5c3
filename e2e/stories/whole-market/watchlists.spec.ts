/** Moves a visitor's list into the account at sign-in, in its order; it appears on every device. */
import type { Page } from '@playwright/test';
import { DIALOG, expect, expectAccessible, signIn, signInByPage, test } from '#stage.ts';

test('a visitor’s list is moved into the account', async ({ page, stage, browser }) => {
  const { url } = stage.product;
  await page.goto(url);
  await page.getByRole('button', { name: 'Danh sách theo dõi mới' }).click();
  const dialog = page.getByTestId('list-dialog');
  await dialog.getByTestId('list-name').fill('Mùa vụ');
  await dialog.getByTestId('save-list').click();
  const listed = dialog.locator('[data-testid^="listed-"]');
  for (const [before, word] of ['zceh27', 'ngo', 'bac'].entries()) {
    await expect(listed).toHaveCount(before);
    await dialog.getByTestId('list-search').fill(word);
    await page.keyboard.press('Enter');
  }
  await expect(listed).toHaveCount(3);
  await expect(listed.first()).toContainText('ZCEH27');
  await expectAccessible(page, DIALOG);
  await dialog.getByRole('button', { name: 'Chuyển ZCEH27 xuống' }).click();
  await expect(listed.nth(1)).toContainText('ZCEH27');
  const order = await codesOf(page);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('list-tab-Mùa vụ')).toContainText('3');

  await signInByPage(page, url);
  await page.getByTestId('kept-lists-offer').getByRole('button', { name: 'Chuyển vào tài khoản' }).click();
  await expect(page.getByTestId('kept-lists-offer')).toHaveCount(0);

  const other = await browser.newContext();
  const device = await other.newPage();
  await signIn(device, url);
  await device.goto(url);
  await device.getByTestId('list-tab-Mùa vụ').click();
  await device.getByRole('button', { name: 'Sửa danh sách Mùa vụ' }).click();
  await expect(device.locator('[data-testid^="listed-"]')).toHaveCount(3);
  expect(await codesOf(device)).toEqual(order);
  await other.close();
});

async function codesOf(page: Page): Promise<(string | null)[]> {
  const listed = await page.locator('[data-testid^="listed-"]').all();
  return Promise.all(listed.map((row) => row.getAttribute('data-testid')));
}
