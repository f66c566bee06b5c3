/** Checks that alerts, at a price and on a drawn line, survive a kill of the server and are notified once. */
import type { Locator, Page } from '@playwright/test';
import { CALM, DIALOG, expect, expectAccessible, expectBars, operatorCall, signIn, test } from '#stage.ts';

// The recording is slow enough that the price reaches no alert before the story lets it.
test.use({ settings: { ...CALM, SEED: '17' } });

test('alerts survive a kill and are notified once; one on a line goes with it', async ({ page, stage }) => {
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

  await test.step('a line that is drawn has an alert, which is moved and ended with it', () =>
    alertOnLine(page, dialog));

  await stage.product.kill();
  await stage.startAgain();
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  await expect(page.getByTestId('alert-bell')).toHaveAccessibleName('Cảnh báo giá ZCEZ26, đang chờ: 2');
  // What is reached before the page hears of its account is told by no toast.
  await expect(page.getByTestId('send-order')).toContainText('ZCEZ26');
  await page.getByTestId('network-indicator').click();
  await expect(page.getByTestId('connection-investor')).toHaveAttribute('data-state', 'connected');
  await page.keyboard.press('Escape');
  await operatorCall(stage, 'recording', { speed: 300 });
  const reported = page.getByTestId('toast-alert');
  await expect(reported.filter({ hasText: 'mua thêm' })).toContainText(asked, { timeout: 60_000 });
  await expect(reported.filter({ hasText: 'theo đường' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByTestId('alert-bell')).toHaveAccessibleName('Cảnh báo giá ZCEZ26');
  await page.reload();
  await page.getByRole('button', { name: /Thông báo/ }).click();
  await expect(page.getByText('“mua thêm”')).toHaveCount(1);
  await expect(page.getByText('“theo đường”')).toHaveCount(1);
});

/** A flat ray three ticks below the newest close, drawn by keys; nothing else moves meanwhile. */
async function alertOnLine(page: Page, dialog: Locator): Promise<void> {
  const chart = page.getByRole('application');
  const rows = dialog.locator('li').filter({ hasText: 'đường xu hướng' });
  await expectBars(page);
  await page.getByRole('button', { name: 'Tia', exact: true }).click();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'Enter', 'ArrowRight', 'Enter'])
    await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Đặt cảnh báo theo đường này' }).click();
  await expect(dialog.getByTestId('alert-follows')).toContainText('ZCEZ26 · đường xu hướng');
  await expectAccessible(page, DIALOG);
  await dialog.getByLabel('Ghi chú').fill('theo đường');
  await dialog.getByTestId('save-alert').click();
  await expect(rows).toContainText(/xuống đến.*nay/);
  const before = (await rows.textContent()) ?? '';
  // A tick lower.
  await chart.focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows).not.toHaveText(before);
  await expect(rows).toContainText('Đang chờ');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Đã xóa 1 hình vẽ, cảnh báo đặt theo đó dừng lại')).toBeVisible();
  await expect(rows).toContainText('Đường đã bị xóa');
  // By its key: the toast's button may have gone by now.
  await chart.focus();
  await page.keyboard.press('Control+z');
  await expect(rows).toContainText('Đang chờ');
  await dialog.getByTestId('close-alerts').click();
}
