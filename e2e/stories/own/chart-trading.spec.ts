/**
 * Trades on the chart: an order is dragged and moved by keys, the drag is cancelled by Esc, and an order is drafted at
 * a price.
 */
import type { Locator, Page } from '@playwright/test';
import { CALM, expect, expectAccessible, openDesk, sendOrder, test, ticketPrice } from '#stage.ts';

// The recording is slow enough that the price does not reach the orders of the story.
test.use({ settings: { ...CALM, SEED: '17' } });

test('an order on the chart is released, dragged, and moved by keys (vi)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  const price = page.getByTestId('ticket-price');
  const cents = Number.parseInt(await ticketPrice(page), 10) - 3;
  const line = page.getByRole('button', { name: /^Lệnh Mua GH 2 lot/ });
  const confirm = page.getByRole('button', { name: /^Xác nhận dời sang / });
  const at = (value: string) => `Lệnh Mua GH 2 lot, Giá giới hạn ${value}, Chờ khớp`;

  await test.step('an order from the ticket appears as a line', async () => {
    await page.getByTestId('ticket-side-buy').click();
    await page.getByTestId('ticket-type').getByRole('radio', { name: 'Giới hạn', exact: true }).click();
    await price.fill(`${cents}'0`);
    await page.getByTestId('ticket-quantity').fill('2');
    await sendOrder(page);
    await expect(page.getByRole('button', { name: at(`${cents}'0`), exact: true })).toBeVisible();
    // Its toast covers the chart's corner for some seconds, where a low price is.
    await expect(page.locator('[data-slot="toast-card"]')).toHaveCount(0);
  });

  await test.step('Esc cancels the drag', async () => {
    await hold(page, line, 20);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(confirm).toHaveCount(0);
    await expect(line).toHaveAccessibleName(at(`${cents}'0`));
  });

  await test.step('a dragged line asks, and ✓ changes the order', async () => {
    await hold(page, line, 20);
    await page.mouse.up();
    const to = /(\d+'\d)/.exec((await confirm.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    expect(to).not.toBe(`${cents}'0`);
    await expectAccessible(page);
    await confirm.click();
    await expect(line).toHaveAccessibleName(at(to));
  });

  await test.step('keys move it by two ticks', async () => {
    const from = (await line.getAttribute('aria-label')) ?? '';
    await line.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(line).toHaveAccessibleName(at(raised(from, 2)));
    await page.getByRole('button', { name: 'Hủy lệnh Mua GH 2' }).click();
    await expect(line).toHaveCount(0);
  });
});

test('an order is drafted at a price of the chart, with an exit, and sends nothing (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'en', username: 'binh@mua.demo' });
  const price = page.getByTestId('ticket-price');
  await page.getByTestId('ticket-quantity').fill('2');
  const chart = page.getByRole('application');
  await expect(chart).toHaveAccessibleName(/ZCEZ26.*\d/);
  const box = await chart.boundingBox();
  await chart.click({ button: 'right', position: { x: 120, y: (box?.height ?? 0) * 0.7 } });
  await page.getByRole('menuitem', { name: /^Buy limit / }).click();
  const draft = page.getByRole('button', { name: /^Draft Buy \S+ 2 at/ });
  await expect(draft).toBeVisible();
  await expect(draft).toHaveAccessibleName(new RegExp(await price.inputValue()));
  await page.getByRole('button', { name: 'Add Stop loss' }).click();
  await expect(page.getByTestId('ticket-stop-loss')).not.toHaveValue('');
  await draft.focus();
  const before = await price.inputValue();
  await page.keyboard.press('ArrowUp');
  await expect(price).toHaveValue(raised(before, 1));
  await expect(draft).toHaveAccessibleName(new RegExp(raised(before, 1)));
  await page.getByTestId('draft-confirm').click();
  await expect(page.getByTestId('send-order')).toHaveText(/^Confirm BUY 2 ZCEZ26 @ /);
  await page.getByRole('button', { name: /^Drop Buy 2$/ }).click();
  await expect(draft).toHaveCount(0);
  await expectAccessible(page);
});

/** Grabs the line left of its label and pulls it down. */
async function hold(page: Page, line: Locator, byPx: number): Promise<void> {
  const box = await line.boundingBox();
  if (!box) throw new Error('the line has no label');
  const [x, y] = [box.x - 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + byPx, { steps: 4 });
}

/** Returns the price in a name, this many ticks higher. */
function raised(name: string, ticks: number): string {
  const [, cents, eighths] = /(\d+)'(\d)/.exec(name) ?? [];
  const at = Number(cents) * 4 + Number(eighths) / 2 + ticks;
  return `${Math.floor(at / 4)}'${(at % 4) * 2}`;
}
