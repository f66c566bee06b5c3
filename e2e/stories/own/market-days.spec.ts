/**
 * Shows every scenario of the simulated exchange from a trader's view, and a halt by the broker. Time is moved
 * manually.
 */
import type { Page } from '@playwright/test';
import {
  BY_LAN,
  expect,
  expectAccessible,
  expectAnswered,
  frontMonth,
  moveClock,
  operatorCall,
  type Stage,
  sendOrder,
  signIn,
  test,
} from '#stage.ts';

test.use({ settings: { SEED: '66', CLOCK: 'manual' } });

const SECOND_MS = 1000;

test('a trader sees a gap, a limit move, an empty book, a halt, a stalled feed, a price below zero', async ({
  page,
  stage,
}) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'vi'));
  await signIn(page, stage.product.url);
  const send = page.getByTestId('send-order');
  const book = page.locator('[data-slot="book-levels"]');
  const strip = page.getByRole('region', { name: 'Hợp đồng' });

  await test.step('gap: the change of the day is three per cent more', async () => {
    await begin(page, stage, 'gap', 'ZWA', 5);
    await expect(strip).toContainText(/\+[23][.,]\d+%/);
    await expect(book).toBeVisible();
  });

  await test.step('limit move: buyers only, at a price marked as the limit', async () => {
    await begin(page, stage, 'limit-move', 'ZCE', 90);
    await expect(book).toContainText('Trần');
    await expect(book.locator('[data-column="price"][data-row="0"]')).toHaveCount(0);
  });

  await test.step('empty book: nobody quotes, and a market order finds nobody', async () => {
    const code = await begin(page, stage, 'empty-book', 'ZSE', 30);
    await expect(page.getByText('Chưa có giá mua, bán')).toBeVisible();
    await page.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường', exact: true }).click();
    await sendOrder(page, code);
    await moveClock(page, stage, SECOND_MS);
    await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
    // This product's clock is moved by hand, so its today is another day.
    await page.getByTestId('clear-order-filter').click();
    await expect(page.locator('[data-testid^="order-"]').filter({ hasText: code }).first()).toContainText(
      /Đã hủy|Từ chối|Bị từ chối|Hết hiệu lực/,
    );
  });

  await test.step('halt by the exchange: shown in the header and in the ticket, with the reason why orders wait', async () => {
    await begin(page, stage, 'halt', 'ZLE', 20);
    await expect(page.getByRole('banner')).toContainText('Dừng giao dịch');
    await expect(page.getByTestId('ticket-session')).toContainText('sẽ chờ mở phiên');
    await expectAccessible(page);
  });

  await test.step('stalled feed: the age of the price is shown', async () => {
    await begin(page, stage, 'feed-stall', 'ZME', 30);
    await expect(page.locator('[data-slot="order-ticket"]')).toContainText(/cũ \d+ s|\d+ s trước|\d+ giây/);
  });

  await test.step('below zero: a minus in the book, in the ticket and on the button', async () => {
    await begin(page, stage, 'negative-price', 'MCLE', 180);
    await expect(book).toContainText('−37');
    await expect(page.getByTestId('ticket-price')).toHaveValue(/^−37\./);
    await expect(send).toContainText('−37.');
  });

  await test.step('halted by the broker: no order is sent, and the notice says who stopped it', async () => {
    const code = await frontMonth(page, stage, 'KWE');
    await page.goto(`${stage.product.url}/trading/${code}`);
    await expect(send).toContainText(code);
    await operatorCall(stage, 'halts', { contractCode: code, ...BY_LAN });
    await sendOrder(page, code);
    await expect(page.getByTestId('ticket-fault')).toContainText(/dừng giao dịch/i);
    await operatorCall(stage, 'halts/lift', { contractCode: code, ...BY_LAN });
    await sendOrder(page, code);
    await expectAnswered(page);
    await expect(page.getByTestId('ticket-fault')).toHaveCount(0);
  });
});

/** Opens the contract's desk, this many seconds into the scenario. */
async function begin(page: Page, stage: Stage, name: string, commodity: string, seconds: number): Promise<string> {
  const code = await frontMonth(page, stage, commodity);
  await page.goto(`${stage.product.url}/trading/${code}`);
  await expect(page.getByTestId('send-order')).toContainText(code);
  await operatorCall(stage, 'scenarios', { name, contractCode: code, ...BY_LAN });
  // The exchange advances in steps: what it does in one follows from the one before.
  for (let step = 0; step < 4; step += 1) await moveClock(page, stage, (seconds / 4) * SECOND_MS);
  return code;
}
