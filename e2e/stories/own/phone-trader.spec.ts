/**
 * Follows somebody whose only screen is a phone: an alert, a template of orders, a pair, a scale, and a comparison, by
 * finger.
 */
import type { Page } from '@playwright/test';
import { CALM, DIALOG, expect, expectAccessible, signIn, test } from '#stage.ts';

const [WIDTH, HEIGHT] = [390, 844];

test.use({ settings: { ...CALM, SEED: '19' }, viewport: { width: WIDTH, height: HEIGHT }, hasTouch: true });

test('what a trader has on a desk is on a phone too (vi)', async ({ page, stage }) => {
  await signIn(page, stage.product.url, 'binh@mua.demo');
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);

  await test.step('an alert', async () => {
    await page.getByTestId('alert-bell').tap();
    const dialog = page.getByTestId('alerts-dialog');
    await dialog.getByTestId('alert-price').fill("470'0");
    await dialog.getByLabel('Ghi chú').fill('bán bớt');
    await expectAccessible(page, DIALOG);
    await expectInWindow(page, 'save-alert');
    await dialog.getByTestId('save-alert').tap();
    await expect(dialog.locator('li')).toContainText("470'0");
    await dialog.getByTestId('close-alerts').tap();
    await expect(page.getByTestId('alert-bell')).toHaveAccessibleName('Cảnh báo giá ZCEZ26, đang chờ: 1');
  });

  await test.step('a template keeps what is in the ticket', async () => {
    await page.getByTestId('open-ticket-buy').tap();
    await page.getByTestId('ticket-quantity').fill('3');
    await page.getByTestId('ticket-more').tap();
    await page.getByTestId('ticket-templates').tap();
    await page.getByTestId('template-name').fill('Ba lot');
    await expectAccessible(page);
    await page.getByTestId('template-save').tap();
    const kept = page.getByTestId('templates').getByRole('button', { name: 'Ba lot', exact: true });
    await expect(kept).toBeVisible();
    await page.getByRole('button', { name: 'Đóng', exact: true }).last().tap();
    await page.getByTestId('ticket-quantity').fill('1');
    await page.getByTestId('ticket-more').tap();
    await page.getByTestId('ticket-templates').tap();
    await kept.tap();
    await expect(page.getByTestId('ticket-quantity')).toHaveValue('3');
  });

  await test.step('a pair is sent at once and goes as one', async () => {
    await page.getByTestId('ticket-more').tap();
    await page.getByTestId('ticket-oco').tap();
    await page.getByTestId('oco-1-stop').fill("460'0");
    await page.getByTestId('oco-2-stop').fill("430'0");
    await expectAccessible(page);
    await expectInWindow(page, 'oco-send');
    await page.getByTestId('oco-send').tap();
    await expect(page.getByTestId('group-sent')).toHaveAttribute('data-fate', 'taken');
    await page.getByTestId('group-done').tap();
  });

  await test.step('a scale too; one press ends all that lives of either', async () => {
    await page.getByTestId('ticket-more').tap();
    await page.getByTestId('ticket-scale').tap();
    await page.getByTestId('scale-from').fill("440'0");
    await page.getByTestId('scale-to').fill("436'0");
    await page.getByTestId('scale-steps').fill('3');
    await page.getByTestId('scale-lots').fill('1');
    await expectInWindow(page, 'scale-send');
    await page.getByTestId('scale-send').tap();
    await expect(page.getByTestId('group-sent')).toHaveAttribute('data-fate', 'taken');
    await page.getByTestId('group-done').tap();
    await putAway(page);
    await page.getByRole('tab', { name: /^Lệnh/ }).first().tap();
    const live = page.locator('article[data-status="WORKING"], article[data-status="PENDING_ACTIVATION"]');
    await expect(live).toHaveCount(5);
    await expectAccessible(page);
    // A group is over when the last of it is cancelled.
    for (const cancelled of [3, 5]) {
      await page.getByTestId('cancel-group').first().tap();
      await page.getByTestId('confirm-cancel-all').tap();
      await expect(page.locator('article[data-status="CANCELLED"]')).toHaveCount(cancelled);
    }
    await expect(live).toHaveCount(0);
  });

  await test.step('a comparison opens, and says that there is nothing to compare with', async () => {
    await expectNoToasts(page);
    await page.getByRole('tab', { name: 'Biểu đồ' }).tap();
    await page.getByRole('button', { name: 'Thêm', exact: true }).tap();
    await page.getByRole('menuitem', { name: /^So sánh/ }).tap();
    const menu = page.getByRole('dialog', { name: /^So sánh/ });
    await expect(menu.getByText('Không có hợp đồng nào khác đang giao dịch')).toBeVisible();
    await expectAccessible(page);
    await menu.getByRole('radio', { name: 'A − B' }).tap();
    await expect(menu.getByRole('radio', { name: 'A − B' })).toBeChecked();
  });
});

/** They lie over what is below the header for some seconds. */
async function expectNoToasts(page: Page): Promise<void> {
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
}

/** The ticket's sheet, by its grab bar. */
async function putAway(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await expectNoToasts(page);
  const box = await sheet.locator('[data-slot="grab-bar"]').boundingBox();
  if (!box) throw new Error('the sheet has no grab bar');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 140, { steps: 5 });
  await page.mouse.up();
  // It would keep toasts that appear below it.
  await page.mouse.move(0, HEIGHT - 1);
  await expect(sheet).toHaveCount(0);
}

/** Within reach of a finger: whole in the window, and as high as one. */
async function expectInWindow(page: Page, testId: string): Promise<void> {
  const box = await page.getByTestId(testId).boundingBox();
  const isReached = box && box.x >= 0 && box.x + box.width <= WIDTH && box.y >= 0 && box.y + box.height <= HEIGHT;
  expect(isReached && box.height >= 44, testId).toBe(true);
}
