/**
 * Follows brackets and sizes, on the repository's recording: exits in ticks are kept from what the entry fills at, go with
 * each entry once they are kept, and size it by risk; a scale is confirmed once; all of it on a phone as well.
 */
import type { Page } from '@playwright/test';
import { CALM, expect, expectAccessible, openDesk, sendOrder, test } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '19' } });

test('exits in ticks go with each entry, and lots are made from risk (vi)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  await page.getByRole('tab', { name: /^Lệnh điều kiện/ }).click();

  await test.step('typed in ticks, echoed in every unit, sized by risk', async () => {
    await page.getByTestId('ticket-exits').check();
    await page.getByTestId('ticket-exit-unit-ticks').click();
    await page.getByRole('textbox', { name: 'Chốt lời' }).fill('160');
    await page.getByRole('textbox', { name: 'Cắt lỗ' }).fill('80');
    await expect(page.getByTestId('ticket-echo-takeProfit')).toContainText('160 bước');
    await expect(page.getByTestId('ticket-echo-stopLoss')).toContainText('₫');
    await page.getByTestId('ticket-exit-unit-dong').click();
    await expect(page.getByTestId('ticket-stop-loss')).toHaveValue(/^\d+\.\d{3}\.000$|^\d+(\.\d{3})+$/);
    await page.getByTestId('ticket-exit-unit-ticks').click();
    await expect(page.getByTestId('ticket-stop-loss')).toHaveValue('80');
    await page.getByTestId('ticket-trails-stop').check();
    await page.getByTestId('ticket-risk').fill('60.000.000');
    await page.getByTestId('ticket-risk-lots').click();
    await expect(page.getByTestId('ticket-quantity')).toHaveValue('2');
    await expectAccessible(page);
  });

  await test.step('kept, they go with the next entry too', async () => {
    await page.getByRole('button', { name: 'Kèm mỗi lệnh vào Ngô' }).click();
    await page.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường', exact: true }).click();
    await sendOrder(page);
    await expect(pairs(page)).toHaveCount(1);
    // What it trails by, and how far the price is from the stop now.
    await expect(pairs(page).first()).toContainText("20'0");
    await expect(page.getByTestId('ticket-stop-loss')).toHaveValue('80');
    await page.reload();
    await expect(page.getByTestId('ticket-stop-loss')).toHaveValue('80');
    await expect(page.getByTestId('ticket-trails-stop')).toBeChecked();
  });

  await test.step('the ladder offers them', async () => {
    await page.getByRole('button', { name: 'Thang đặt lệnh' }).first().click();
    await expect(page.getByTestId('ladder-exits')).toBeChecked();
    await expect(page.getByText('TP 160 bước · Dừng kéo 80 bước')).toBeVisible();
  });
});

test('a scale is confirmed once and cancelled by one press; a pair ends as one (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'en', username: 'binh@mua.demo' });
  await page.getByRole('tab', { name: /^Order history/ }).click();
  await page.getByTestId('ticket-more').click();
  await page.getByRole('menuitem', { name: 'Scale ZCEZ26' }).click();
  const dialog = page.getByRole('dialog');
  const from = Number.parseInt(await dialog.getByTestId('scale-from').inputValue(), 10);
  await dialog.getByTestId('scale-from').fill(`${from - 4}'0`);
  await dialog.getByTestId('scale-to').fill(`${from - 6}'0`);
  await dialog.getByTestId('scale-steps').fill('3');
  await dialog.getByTestId('scale-lots').fill('1');
  await expect(dialog.getByTestId('scale-send')).toHaveText('Send 3 buy orders, 3 lots');
  await expectAccessible(page);
  await dialog.getByTestId('scale-send').click();
  await expect(dialog.getByTestId('group-sent')).toHaveAttribute('data-fate', 'taken');
  await dialog.getByTestId('group-done').click();
  const rowAt = (price: number) =>
    page
      .locator('tr[data-testid^="order-"]')
      .filter({ hasText: `${price}'0` })
      .first();
  for (const price of [from - 4, from - 5, from - 6]) await expect(rowAt(price)).toBeVisible();

  await test.step('one press asks for all of it', async () => {
    await rowAt(from - 5)
      .getByTestId('cancel-group')
      .click();
    await expect(page.getByRole('alertdialog')).toContainText('Scale: cancel 3 orders?');
    await page.getByTestId('confirm-cancel-all').click();
    for (const price of [from - 4, from - 5, from - 6])
      await expect(rowAt(price)).toHaveAttribute('data-status', 'CANCELLED');
  });

  await test.step('two orders of which one cancels the other are sent at once, and go as one', async () => {
    await page.getByTestId('ticket-more').click();
    await page.getByRole('menuitem', { name: 'One cancels other ZCEZ26' }).click();
    await dialog.getByTestId('oco-1-stop').fill(`${from + 12}'0`);
    await dialog.getByTestId('oco-2-stop').fill(`${from - 12}'0`);
    await expect(dialog.getByTestId('oco-send')).toHaveText(/^Send pair Buy\s\d+\sstop\s.+ · Sell\s\d+\sstop\s/);
    await expectAccessible(page);
    // The dialog gets smaller once they are sent: the second click is beside it.
    await dialog.getByTestId('oco-send').dblclick();
    await expect(dialog.getByTestId('group-sent')).toHaveAttribute('data-fate', 'taken');
    await dialog.getByTestId('group-done').click();
    await rowAt(from + 12)
      .getByTestId('cancel-order')
      .click();
    for (const price of [from + 12, from - 12]) await expect(rowAt(price)).toHaveAttribute('data-status', 'CANCELLED');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('exits, risk and the scale have room', async ({ page, stage }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByTestId('open-ticket-buy').click();
    const sheet = page.getByRole('dialog');
    const exits = sheet.getByTestId('ticket-exits');
    if (!(await exits.isChecked())) await exits.check();
    await sheet.getByTestId('ticket-exit-unit-ticks').click();
    await sheet.getByTestId('ticket-stop-loss').fill('8');
    await expect(sheet.getByTestId('ticket-worst-case')).toBeVisible();
    for (const testId of ['ticket-stop-loss', 'ticket-risk', 'ticket-keep-exits', 'ticket-more']) {
      const box = await sheet.getByTestId(testId).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390, testId).toBe(true);
    }
    await expectAccessible(page);
    await sheet.getByTestId('ticket-more').click();
    await page.getByTestId('ticket-scale').click();
    await expect(page.getByTestId('scale-send')).toBeVisible();
    await expectAccessible(page);
  });
});

function pairs(page: Page) {
  return page.locator('[data-testid^="conditional-"][data-state-name="PENDING_ACTIVATION"][data-order-type="TPSL"]');
}
