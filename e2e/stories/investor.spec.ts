/**
 * The investor's story on a recorded market: sees prices, signs in, trades, changes, cancels, closes, reads the
 * history, reloads; the server is killed and started again, and everything acknowledged is there.
 */
import { expect, expectAccessible, RECORDED, signIn, test } from '../stage.ts';

test.use({ settings: { ...RECORDED, SEED: '11' } });
test.describe.configure({ mode: 'serial' });

const CODE = 'ZCEZ26';

test('an investor trades a recorded market, and a kill -9 loses nothing', async ({ page, stage }) => {
  const { url } = stage.product;
  await page.goto(url);
  await expect(page.getByTestId(`row-${CODE}`)).toBeVisible();
  await expect(page.getByTestId(`last-${CODE}`)).not.toHaveText('–');
  await expectAccessible(page);

  await signIn(page, url);
  await page.goto(`${url}/trading/${CODE}`);
  await test.step('a market order fills', async () => {
    await page.getByTestId('ticket-side-buy').click();
    await page.getByTestId('ticket-type').getByText('Thị trường').click();
    await page.getByTestId('ticket-quantity').fill('2');
    const send = page.getByTestId('send-order');
    await expect(send).toContainText(CODE);
    await send.click();
    await expect(send).toContainText('Xác nhận MUA 2');
    await send.click();
    await page.getByRole('tab', { name: /Vị thế/ }).click();
    await expect(page.getByText('Mua 2', { exact: true }).first()).toBeVisible();
  });

  await test.step('a limit order rests, is modified and cancelled', async () => {
    await page.getByTestId('ticket-type').getByText('Giới hạn').click();
    const price = page.getByTestId('ticket-price');
    await expect(price).not.toHaveValue('');
    const [whole = '0'] = (await price.inputValue()).split("'");
    await price.fill(`${Number(whole) - 5}'0`);
    await page.getByTestId('ticket-quantity').fill('1');
    await page.getByTestId('send-order').click();
    await page.getByTestId('send-order').click();
    await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
    await page.getByTestId('order-tab-pending').click();
    const row = page.locator('[data-testid^="order-"][data-status="WORKING"]').first();
    await expect(row).toBeVisible();
    await row.getByTestId('modify-order').click();
    await page.getByTestId('modify-quantity').fill('2');
    await page.getByTestId('confirm-modify').click();
    await expect(row).toContainText('0/2');
    await row.getByTestId('cancel-order').click();
    await page.getByTestId('order-tab-cancelled').click();
    await expect(page.locator('[data-testid^="order-"][data-status="CANCELLED"]').first()).toBeVisible();
  });
  await expectAccessible(page);

  await test.step('the server dies and comes back; the position is there', async () => {
    await stage.product.kill();
    stage.home.killPostgres();
    await stage.startAgain();
    await page.reload();
    await page.getByRole('tab', { name: /Vị thế/ }).click();
    await expect(page.getByText('Mua 2', { exact: true }).first()).toBeVisible();
  });

  await test.step('liquidation closes it', async () => {
    await page
      .getByRole('button', { name: /Tất toán/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: /Bán 2/ }).click();
    await expect(page.getByText('Chưa có vị thế mở')).toBeVisible();
    await page
      .getByRole('radio', { name: /Đã tất toán/ })
      .or(page.getByRole('tab', { name: /Đã tất toán/ }))
      .first()
      .click();
    await expect(page.getByText(CODE).first()).toBeVisible();
  });
});
