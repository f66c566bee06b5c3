/** Reads what robusta itself costs on a phone: in dong a kilogram on the strip, and as the scale of the chart. */
import { expect, frontMonth, signIn, test } from '#stage.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('coffee in dong a kilogram, on a phone', async ({ page, stage }) => {
  await signIn(page, stage.product.url, '0901000002');
  await page.goto(`${stage.product.url}/trading/${await frontMonth(page, stage, 'LRC')}`);
  const strip = page.getByRole('region', { name: 'Hợp đồng', exact: true });
  await expect(strip.getByText(/^Giá hàng thực: [\d.]+\s?₫\/kg$/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const more = page.getByRole('button', { name: 'Thêm', exact: true });
  const scale = page.getByRole('menuitemradio', { name: 'Giá hàng thực, ₫/kg' });
  await more.click();
  await scale.click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await more.click();
  await expect(scale).toBeChecked();
});
