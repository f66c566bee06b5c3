/** The page of the curve in both languages, on a desk and on a phone, dark and light, for a visitor; reached from board and palette. */
import { expectAccessibleInBoth, followBrowser } from '#both-themes.ts';
import { expect, frontMonth, signIn, test } from '#stage.ts';

test.use({ settings: { SEED: '67' }, colorScheme: 'dark' });
test.beforeEach(followBrowser);

for (const [language, title, drawn] of [
  ['vi', 'Đường cong kỳ hạn', /^Đường cong giá của Ngô/],
  ['en', 'The curve', /^Curve of the prices of Corn/],
] as const) {
  test(`all months of corn, in ${language}`, async ({ page, stage }) => {
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
    await page.goto(`${stage.product.url}/curve/ZCE`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('img', { name: drawn })).toBeVisible();
    await expect(page.getByTestId('curve-table').getByRole('row')).not.toHaveCount(1);
    await expectAccessibleInBoth(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByTestId('curve-table')).toHaveCount(0);
    await expect(page.getByTestId(/^curve-ZCE/).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessibleInBoth(page);
    await page.getByTestId('curve-commodity').click();
    await page.getByRole('link', { name: /^CLE/ }).click();
    await expect(page).toHaveURL(/\/curve\/CLE$/);
  });
}

test('a spread is bought from its pair, once, and found among the orders', async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'vi'));
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/curve/ZCE`);
  // The front month is past its notice: only the spread behind it may still be opened.
  await page.getByTestId('pair-ZCEH27').click();
  await expect(page.getByTestId('spread-history')).toContainText('H27 − K27');
  await page.getByTestId('spread-buy').click();
  const dialog = page.getByRole('alertdialog', { name: 'Mua chênh lệch H27 − K27' });
  await expect(dialog.getByTestId('spread-best')).toContainText(' × ');
  await expectAccessibleInBoth(page);
  // Far below the market, so that it rests.
  await dialog.getByTestId('spread-price').fill("-30'0");
  await dialog.getByTestId('confirm-spread').dblclick();
  await expect(dialog).toBeHidden();
  await page.goto(`${stage.product.url}/trading/ZCEH27`);
  await page.getByRole('tab', { name: /^Sổ lệnh|^Lịch sử lệnh/ }).click();
  const order = page.locator('tr', { hasText: 'ZCEH27-ZCEK27' });
  await expect(order).toHaveCount(1);
  await expect(order.getByTestId('amend-limit')).toHaveText("−30'0");
  await order.getByTestId('cancel-order').click();
  await expect(order.getByTestId('cancel-order')).toHaveCount(0);
});

test('the board leads to it, and the palette', async ({ page, stage }) => {
  await page.goto(stage.product.url);
  await page.getByTestId(`row-${await frontMonth(page, stage, 'ZCE')}`).click({ button: 'right' });
  await page.getByTestId('row-curve').click();
  await expect(page).toHaveURL(/\/curve\/ZCE$/);
  // The address is the new page's before the board has gone.
  await expect(page.getByTestId('row-ZCEH27')).toHaveCount(0);
  await page.getByRole('link', { name: 'ZCEH27', exact: true }).click();
  await expect(page).toHaveURL(/\/trading\/ZCEH27$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('contango');
  // Of the contract that was looked at last, which is this one once its desk is there.
  const found = page.getByRole('option', { name: /Đường cong kỳ hạn · Ngô/ });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/curve\/ZCE$/);
  await page.getByTestId('pair-ZCEH27').click();
  await page.getByTestId('spread-chart').click();
  await expect(page).toHaveURL(/\/trading\/ZCEH27$/);
  await expect(page.getByText('ZCEH27 − từng mã, nến cùng giờ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bỏ ZCEK27' })).toBeVisible();
});
