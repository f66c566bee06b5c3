/**
 * Orders go when their tab is not heard: switched on from the order list, kept over a reload, carried out when the tab is
 * closed; and a tab that slept learns what happened. The clock is moved by hand.
 */
import type { Page } from '@playwright/test';
import {
  CALM,
  DIALOG,
  expect,
  expectAccessibleOpen,
  expectAnswered,
  moveClock,
  openDesk,
  type Stage,
  sendOrder,
  test,
} from '#stage.ts';

test.use({ settings: { ...CALM, CLOCK: 'manual', SEED: '65' } });
test.describe.configure({ mode: 'serial' });

/** As time passes on a server that runs: never more at once than two seconds. */
async function pass(page: Page, stage: Stage, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 2) await moveClock(page, stage, 2_000);
}

async function placeLimit(page: Page, stage: Stage, price: string): Promise<void> {
  await page.getByTestId('ticket-type').getByRole('radio', { name: 'Giới hạn', exact: true }).click();
  await page.getByTestId('ticket-price').fill(price);
  await page.getByTestId('ticket-quantity').fill('1');
  await sendOrder(page);
  await expectAnswered(page);
  await moveClock(page, stage, 1_000);
  await moveClock(page, stage, 1_000);
}

async function switchOn(page: Page, silence: string): Promise<void> {
  await page.getByTestId('menu-orders').click();
  await page.getByTestId('gone-menu').click();
  await page.getByTestId(`silence-${silence}`).click();
  await expectAccessibleOpen(page, DIALOG);
  await page.getByTestId('gone-on').click();
  await expect(page.getByTestId('gone-dialog')).toHaveCount(0);
}

const working = (page: Page) => page.locator('[data-testid^="order-"][data-status="WORKING"]');

test('a closed tab takes its day orders with it', async ({ page, context, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
  await placeLimit(page, stage, "430'0");
  await expect(working(page)).toHaveCount(1);
  await switchOn(page, '30');
  await expect(page.getByTestId('gone-chip')).toHaveText('Im lặng 30 giây: hủy');
  await page.reload();
  await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
  await expect(page.getByTestId('gone-chip')).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await page.close();
  await other.getByRole('tab', { name: /Sổ lệnh/ }).click();
  await expect(working(other)).toHaveCount(1);
  await expect(other.getByTestId('gone-chip')).toHaveCount(0);
  await pass(other, stage, 34);
  await expect(working(other)).toHaveCount(0);
  await expect(other.getByText('Người đặt vắng mặt').first()).toBeVisible();
  await other.close();
});

test('a tab that slept says what became of its orders, and is switched on again by hand only', async ({
  page,
  stage,
}) => {
  await page.clock.install();
  await openDesk(page, stage.product.url, { language: 'vi', username: 'binh@mua.demo' });
  await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
  await placeLimit(page, stage, "431'0");
  await switchOn(page, '60');
  // Its worker sleeps too: it beats by a clock of its own.
  const isBeat = (address: URL) => address.pathname.endsWith('/cancel-after');
  await page.route(isBeat, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await expect(working(page)).toHaveCount(1);
  await pass(page, stage, 64);
  await expect(working(page)).toHaveCount(0);
  await page.unroute(isBeat);
  await page.clock.fastForward(64_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(
    page.locator('[data-sonner-toast]', { hasText: 'Tab này im lặng 1 phút: lệnh đã bị hủy' }),
  ).toBeVisible();
  await expect(page.getByTestId('gone-chip')).toHaveCount(0);
  await placeLimit(page, stage, "431'0");
  await pass(page, stage, 64);
  await expect(working(page)).toHaveCount(1);
});
