/** Sets traders' own limits: in force at once if tighter, on the next trade date if looser. */
import { CALM, expect, expectAccessible, expectAnswered, openAccountMenu, openDesk, sendOrder, test } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '67' } });

test('a limit on the lots of an order applies at once, and is not lifted at once', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  const dialog = page.getByRole('dialog');

  await test.step('one lot per order: the page says what applies and from when', async () => {
    await openAccountMenu(page);
    await page.getByTestId('own-limits').click();
    await page.getByTestId('limit-lots').fill('1');
    await expect(dialog).toContainText(/hiệu lực ngay/i);
    await expectAccessible(page, '[role="dialog"]');
    await page.getByTestId('save-limits').click();
    await expect(dialog).toContainText('Đã lưu');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('two lots are not sent; one is', async () => {
    await page.getByTestId('ticket-quantity').fill('2');
    await expect(page.getByTestId('send-order')).toBeDisabled();
    await expect(page.locator('[data-slot="order-ticket"]')).toContainText('Giới hạn bạn đặt: 1 lot');
    await page.getByTestId('ticket-quantity').fill('1');
    await sendOrder(page);
    await expectAnswered(page);
    await expect(page.getByTestId('ticket-fault')).toHaveCount(0);
  });

  await test.step('lifted today, it ends with the trade date', async () => {
    await openAccountMenu(page);
    await page.getByTestId('own-limits').click();
    await page.getByTestId('limit-lots').fill('');
    await expect(dialog).toContainText(/Nới lỏng có hiệu lực từ .* Trước lúc đó vẫn là: 1 lot/);
    await page.getByTestId('save-limits').click();
    await expect(dialog).toContainText(/Chờ hiệu lực từ .* Trước lúc đó vẫn là: 1 lot/);
    await page.keyboard.press('Escape');
    await page.getByTestId('ticket-quantity').fill('2');
    await expect(page.getByTestId('send-order')).toBeDisabled();
  });
});
