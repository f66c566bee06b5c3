/**
 * Loses the reply to an order, which is neither forgotten by a reload nor sent twice: the page asks the server by its
 * id, and sends an order that never arrived again as the same order. A persistent toast leaves every row's buttons
 * reachable.
 */
import type { Page } from '@playwright/test';
import { CALM, expect, sendOrder, signIn, test, ticketPrice } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '15' } });

test('an order without an answer outlives a reload', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url);
  await page.goto(`${url}/trading/ZCEZ26`);
  await openOrders(page);

  await test.step('it arrived: found by its id after the reload', async () => {
    // The server has accepted it, and its answer never arrives.
    await page.route('**/place', async (route) => {
      await route.fetch();
    });
    await placeBelow(page, 5);
    await expect(working(page)).toHaveCount(1);
    await expect(page.getByTestId('send-order')).toHaveText('Đang gửi');
    expect(await kept(page)).toHaveLength(1);
    await page.unroute('**/place');
    await page.reload();
    await openOrders(page);
    await expect.poll(() => kept(page)).toHaveLength(0);
    await expect(unconfirmed(page)).toHaveCount(0);
    await expect(working(page)).toHaveCount(1);
    await expect(page.getByTestId('send-order')).toHaveText(/^Mua 1 ZCEZ26/);
  });

  await test.step('it never arrived: known as such after the reload, and sent again as the same order', async () => {
    for (const cents of [6, 7, 8, 9]) await placeBelow(page, cents);
    await expect(working(page)).toHaveCount(5);
    let sentAs = '';
    await page.route('**/place', async (route) => {
      sentAs = route.request().postDataJSON().clientOrderId;
      await route.abort();
    });
    await placeBelow(page, 10);
    await expect(page.getByTestId('send-order')).toHaveText('Đã gửi, chưa có xác nhận, đang kiểm tra');
    await page.unroute('**/place');
    await page.reload();
    await openOrders(page);
    const again = unconfirmed(page).getByRole('button', { name: /^Gửi lại lệnh Mua 1 ZCEZ26/ });
    await expect(again).toBeVisible();
    await expectLastRowInReach(page);
    await again.click();
    await expect(page.locator(`[data-testid="order-${sentAs}"][data-status="WORKING"]`)).toBeVisible();
    await expect(working(page)).toHaveCount(6);
    await expect(unconfirmed(page)).toHaveCount(0);
  });
});

const working = (page: Page) => page.locator('[data-testid^="order-"][data-status="WORKING"]');
const unconfirmed = (page: Page) => page.locator('[data-testid^="unconfirmed-"]');

/** Returns the orders that the browser stores because nobody has confirmed them. */
function kept(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('sent-orders '));
    return JSON.parse(localStorage.getItem(key ?? '') ?? '[]');
  });
}

async function openOrders(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
}

async function placeBelow(page: Page, cents: number): Promise<void> {
  const shown = await ticketPrice(page);
  const typed = page.getByTestId('ticket-price');
  const price = `${Number.parseInt(shown, 10) - cents}'0`;
  await typed.fill(price);
  await sendOrder(page);
  await expect(page.getByTestId('send-order')).toHaveAttribute('data-armed', 'false');
}

/** Checks at a desk's width and at a phone's: a press on the last row's button hits the button and not the toast. */
async function expectLastRowInReach(page: Page): Promise<void> {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    if (size.width < 768) await page.getByRole('tab', { name: /^Lệnh/ }).click();
    await expect(page.locator('[data-slot="toast-card"]').first()).toBeVisible();
    await page.locator('[data-slot="toast-room"]').evaluate((room) => room.scrollIntoView({ block: 'end' }));
    await working(page).last().getByTestId('cancel-order').click({ trial: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await openOrders(page);
}
