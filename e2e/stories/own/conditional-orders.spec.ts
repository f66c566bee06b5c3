/**
 * Follows orders that wait for a price, on the repository's recording: an entry with exits, of which one leg fires, the
 * position closes and the other leg is cancelled; a trailing stop is placed, changed and cancelled.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, openDesk, RECORDED, sendOrder, test, ticketPrice } from '#stage.ts';

test.use({ settings: { ...RECORDED, RECORDING_SPEED: '40', SEED: '17' } });

/** A leg two ticks from the price is reached within the first bars. */
const FIRES_MS = 60_000;

test('an entry brings its exits along, and one of them closes the position (vi)', async ({ page, stage }) => {
  test.setTimeout(90_000 + FIRES_MS);
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  const tab = page.getByRole('tab', { name: /^Lệnh điều kiện/ });
  await tab.click();
  await expect(page.getByText('Chưa có lệnh điều kiện')).toBeVisible();
  const send = page.getByTestId('send-order');

  await test.step('without a position nothing can be reduced', async () => {
    const reduceOnly = page.getByRole('checkbox', { name: 'Chỉ giảm vị thế' });
    await reduceOnly.check();
    await expect(send).toHaveText('Chưa có vị thế để giảm');
    await reduceOnly.uncheck();
  });

  await test.step('an entry brings its exits along', async () => {
    await page.getByTestId('ticket-side-buy').click();
    await chooseType(page, 'Thị trường');
    await page.getByTestId('ticket-quantity').fill('2');
    const cents = await centsNow(page);
    await page.getByRole('checkbox', { name: 'Chốt lời / cắt lỗ' }).check();
    await page.getByRole('textbox', { name: 'Chốt lời' }).fill(`${cents - 5}'0`);
    await page.getByRole('textbox', { name: 'Cắt lỗ' }).fill(`${cents - 40}'0`);
    await expect(send).toHaveText(/^Chốt lời phải ở phía có lãi của /);
    await page.getByTestId('ticket-take-profit').fill(`${cents + 40}'0`);
    await send.click();
    await expect(send).toHaveText(/^Xác nhận MUA 2 ZCEZ26 @ thị trường · \d+ s$/);
    await expect(send).toHaveAttribute('data-ready', 'true');
    await send.click();
    await expect(row(page, 'PENDING_ACTIVATION', 'TPSL')).toContainText(`${cents + 40}'0`);
    await expect(page.getByRole('button', { name: /^Chờ kích hoạt/ })).toHaveText(/1$/);
  });

  await test.step('one leg fires: the position is closed and the other leg is gone', async () => {
    await page.getByRole('button', { name: 'Sửa lệnh điều kiện ZCEZ26' }).click();
    const takeProfit = page.getByTestId('modify-take-profit');
    await expect(takeProfit).toBeVisible();
    // The price may reach a leg before it is sent; it is then refused, and set again nearby.
    await expect(async () => {
      // The order was accepted after the last look at it.
      if ((await takeProfit.count()) === 0) return;
      const [above, below] = nearby(await askTicks(page));
      await takeProfit.fill(above, { timeout: 1000 });
      await page.getByTestId('modify-stop-loss').fill(below, { timeout: 1000 });
      await page.getByTestId('confirm-conditional').click({ timeout: 1000 });
      await expect(page.getByTestId('confirm-conditional')).toHaveCount(0, { timeout: 2000 });
    }).toPass();
    await expect(page.getByText('Chưa có lệnh điều kiện')).toBeVisible({ timeout: FIRES_MS });
    await page.getByRole('button', { name: /^Đã kích hoạt/ }).click();
    const fired = row(page, 'ACTIVE', 'TPSL');
    await expect(fired).toContainText('Đang hiệu lực');
    await expect(fired).toContainText(/(Chốt lời|Cắt lỗ), chạm /);
    await expectAccessible(page);
    await page.getByRole('tab', { name: /^Vị thế/ }).click();
    await expect(page.getByText('Chưa có vị thế mở')).toBeVisible();
    await tab.click();
    await page.getByRole('button', { name: 'Xem lệnh ZCEZ26 đã gửi' }).click();
    await expect(page.locator('[data-testid^="order-"][data-status="FILLED"]').first()).toBeVisible();
  });
});

test('a trailing stop is placed, changed and cancelled (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'en', username: 'binh@mua.demo' });
  await page.getByRole('tab', { name: /^Conditional orders/ }).click();
  await page.getByRole('button', { name: /^Pending activation/ }).click();
  await expect(page.getByText('No conditional orders')).toBeVisible();
  const send = page.getByTestId('send-order');
  await chooseType(page, 'Trailing stop');
  await page.getByTestId('ticket-quantity').fill('1');
  await expect(send).toHaveText('Enter trail amount');
  await page.getByRole('textbox', { name: 'Trail amount' }).fill("30'2");
  await sendOrder(page);
  const waiting = row(page, 'PENDING_ACTIVATION', 'TRAILING_STOP');
  await expect(waiting).toContainText("30'2");
  for (const name of ['Active price', 'Trail amount', 'Take profit', 'Stop loss']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Amend ZCEZ26 conditional order' }).click();
  await page.getByTestId('modify-trail').fill("25'0");
  await page.getByTestId('confirm-conditional').click();
  await expect(waiting).toContainText("25'0");
  await page.getByRole('button', { name: /^Cancel conditional order Buy 1 ZCEZ26$/ }).click();
  await expect(page.getByText('No conditional orders')).toBeVisible();
});

function row(page: Page, state: string, orderType: string) {
  return page.locator(`[data-testid^="conditional-"][data-state-name="${state}"][data-order-type="${orderType}"]`);
}

async function chooseType(page: Page, name: string): Promise<void> {
  await page.getByTestId('ticket-type').getByRole('radio', { name, exact: true }).click();
}

/** Returns the price that a market order would meet, in whole cents. */
async function centsNow(page: Page): Promise<number> {
  return Number.parseInt(await ticketPrice(page), 10);
}

/** Returns the price that a market order would meet, in ticks. */
async function askTicks(page: Page): Promise<number> {
  const [cents, eighths] = (await ticketPrice(page)).split("'");
  return Number(cents) * 4 + Number(eighths) / 2;
}

/** Returns two ticks above the ask and two below the bid, in eighths. */
function nearby(ask: number): readonly [string, string] {
  const text = (at: number) => `${Math.floor(at / 4)}'${(at % 4) * 2}`;
  return [text(ask + 2), text(ask - 3)];
}
