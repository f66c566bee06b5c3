/** Uses the ticket: double clicks, arrow keys, the position of toasts, and fitting a window. */
import type { Locator, Route } from '@playwright/test';
import { CALM, expect, openDesk, sendOrder, test } from '#stage.ts';

/** This story has its own product: what it leaves in the lists would disturb others. */
test.use({ settings: { ...CALM, SEED: '57' } });

const AN = { language: 'vi', username: 'an@mua.demo' } as const;

test('a double click arms and sends nothing; Esc and time disarm', async ({ page, stage }) => {
  const placed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/place')) placed.push(request.url());
  });
  await openDesk(page, stage.product.url, AN);
  const send = page.getByTestId('send-order');
  await expect(send).toHaveText(/^Mua 1 ZCEZ26/);
  await send.dblclick();
  await expect(send).toHaveAttribute('data-armed', 'true');
  // The hint below must not be selectable by rapid clicks.
  const hint = page.getByText('Bấm lần nữa để gửi. Esc hoặc sửa ô bất kỳ sẽ bỏ.');
  await hint.dblclick();
  expect(await page.evaluate(() => String(window.getSelection()))).toBe('');
  await expect(send).toHaveAttribute('data-ready', 'true');
  await expect(send).toHaveText(/ · \d+ s$/);
  await page.keyboard.press('Escape');
  await expect(send).toHaveAttribute('data-armed', 'false');
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(send).toHaveAttribute('data-armed', 'true');
  await expect(send).toHaveAttribute('data-armed', 'false');
  expect(placed).toEqual([]);
});

test('arrows choose: the order announced is the order sent', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, AN);
  await page.getByTestId('ticket-type').getByRole('radio', { name: 'Giới hạn', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByTestId('send-order')).toHaveText('Mua 1 ZCEZ26 @ thị trường');
  const intervals = page.getByRole('radiogroup', { name: 'Khung thời gian' });
  await intervals.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('Home');
  await expect(intervals.getByRole('radio').first()).toBeChecked();
});

test('a toast is on the chart, inside its price axis; on a phone under the header', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, AN);
  await page.getByTestId('ticket-exits').check();
  await page.getByTestId('ticket-exits').uncheck();
  // The toast of an order without an answer stays as long as it is looked at.
  const held: Route[] = [];
  await page.route('**/place', (route) => void held.push(route));
  await sendOrder(page);
  const toast = page.locator('[data-slot="toast-card"]').first();
  await expect(toast).toBeVisible();
  const axes = page.locator('[role="application"] canvas');
  const chart = await boxOf(page.getByRole('application'));
  await expect(axes.first()).toBeVisible();
  // It slides in from the foot.
  await expect.poll(async () => bottomOf(await boxOf(toast))).toBeLessThan(chart.y + chart.height);
  const box = await boxOf(toast);
  expect(box.x).toBeGreaterThan(chart.x);
  // The price axis is as wide as a price.
  expect(box.x + box.width).toBeLessThan(chart.x + chart.width - 40);
  expect(box.y).toBeGreaterThan(chart.y);
  await page.setViewportSize({ width: 390, height: 844 });
  // The toast slides in from the header.
  const header = await boxOf(page.getByRole('banner'));
  await expect.poll(async () => (await boxOf(toast)).y).toBeGreaterThanOrEqual(header.y + header.height);
  expect((await boxOf(toast)).y).toBeLessThan(120);
  for (const route of held) await route.continue();
});

test('the ticket fits its window', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, AN);
  const ticket = page.locator('[data-slot="order-ticket"]');
  const roomPx = async () => {
    const [footer, box] = [await boxOf(page.getByRole('contentinfo')), await boxOf(ticket)];
    return footer.y - (box.y + box.height);
  };
  await page.getByTestId('ticket-exits').check();
  await page.getByTestId('ticket-take-profit').fill("470'0");
  await page.getByTestId('ticket-stop-loss').fill("420'0");
  // Even with its exits, at 900 px, a warning has its 40.
  await expect.poll(roomPx).toBeGreaterThanOrEqual(40);
  const types = await page.getByTestId('ticket-type').getByRole('radio').all();
  const places = await Promise.all(types.map(boxOf));
  expect(new Set(places.map(({ y }) => y)).size).toBe(1);
  const last = Math.max(...places.map(({ x, width }) => x + width));
  expect(last).toBeLessThanOrEqual((await boxOf(ticket)).x + (await boxOf(ticket)).width - 12);
  await page.getByTestId('ticket-exits').uncheck();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(roomPx).toBeGreaterThanOrEqual(0);
});

async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return box;
}

function bottomOf({ y, height }: { readonly y: number; readonly height: number }): number {
  return y + height;
}
