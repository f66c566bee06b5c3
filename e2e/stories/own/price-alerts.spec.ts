/** Checks that a price alert survives a kill of the server and is notified once. */
import { CALM, DIALOG, expect, expectAccessible, operatorCall, signIn, test } from '#stage.ts';

// The recording is slow enough that the price reaches no alert before the story lets it.
test.use({ settings: { ...CALM, SEED: '17' } });

test('an alert survives a kill and is notified once', async ({ page, stage }) => {
  await signIn(page, stage.product.url, 'binh@mua.demo');
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  await expect(page.getByTestId('ticket-price')).toHaveValue(/'/);
  await page.getByTestId('alert-bell').click();
  const dialog = page.getByTestId('alerts-dialog');
  const price = dialog.getByTestId('alert-price');
  // The alert is four ticks below the last price, set by the keys of the field.
  await price.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown');
  await expect(price).toHaveValue(/'/);
  const asked = await price.inputValue();
  await dialog.getByLabel('Ghi chú').fill('mua thêm');
  await expectAccessible(page, DIALOG);
  await dialog.getByTestId('save-alert').click();
  await expect(dialog.locator('li')).toContainText(asked);
  // A press on a toast over the dialog does not close the dialog.
  await dialog.getByRole('button', { name: /^Xóa cảnh báo/ }).click();
  await expect(dialog.locator('li')).toHaveCount(0);
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Hoàn tác' }).click();
  await expect(dialog.locator('li')).toContainText(asked);
  await price.fill('449,1');
  await expect(dialog).toContainText("0'2");
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('alert-bell')).toBeFocused();

  await stage.product.kill();
  await stage.startAgain();
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  await expect(page.getByTestId('alert-bell')).toHaveAccessibleName('Cảnh báo giá ZCEZ26, đang chờ: 1');
  await operatorCall(stage, 'recording', { speed: 300 });
  const reported = page.getByTestId('toast-alert');
  await expect(reported).toContainText(asked, { timeout: 60_000 });
  await expect(reported).toContainText('mua thêm');
  await expect(page.getByTestId('alert-bell')).toHaveAccessibleName('Cảnh báo giá ZCEZ26');
  await page.reload();
  await page.getByRole('button', { name: /Thông báo/ }).click();
  await expect(page.getByText('“mua thêm”')).toHaveCount(1);
});
