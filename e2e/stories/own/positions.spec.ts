/**
 * Acts on existing orders and positions: an order repeated, several cancelled at once, a position reversed and closed,
 * a price of the book copied to the ticket, and the sounds of it.
 */
import type { Page } from '@playwright/test';
import { CALM, expect, expectAnswered, openDesk, sendOrder, test } from '#stage.ts';

// The recording is slow enough that the market reaches no order before the story lets it.
test.use({ settings: { ...CALM, SEED: '64' } });

test('an order is repeated from its row, and several are cancelled at once', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
  await placeLimit(page, "430'0");
  await placeLimit(page, "431'0");
  const working = page.locator('[data-testid^="order-"][data-status="WORKING"]');
  await expect(working).toHaveCount(2);

  await test.step('repeated, the ticket has the same order and sends nothing by itself', async () => {
    await working.filter({ hasText: "431'0" }).getByTestId('duplicate-order').click();
    await expect(page.getByTestId('ticket-price')).toHaveValue("431'0");
    await expect(working).toHaveCount(2);
    await sendOrder(page);
    await expect(working).toHaveCount(3);
  });

  await test.step('two are chosen and cancelled, the third rests', async () => {
    await page.getByTestId('lock-orders').click();
    for (const row of await working.filter({ hasText: "431'0" }).all()) await row.getByRole('checkbox').check();
    const cancel = page.getByTestId('cancel-chosen');
    await cancel.click();
    await expect(cancel).toHaveText('Xác nhận hủy 2 lệnh?');
    await expect(cancel).toHaveAttribute('data-ready', 'true');
    await cancel.click();
    await expect(working).toHaveCount(1);
    await expect(working).toContainText("430'0");
  });

  await test.step('all are listed before they are cancelled', async () => {
    await page.getByTestId('cancel-all').click();
    await expect(page.getByTestId('cancel-all-list')).toContainText("430'0");
    await page.getByTestId('confirm-cancel-all').click();
    await expect(working).toHaveCount(0);
  });
});

test('a position is reversed, then closed with its orders; each fill has its sound', async ({ page, stage }) => {
  await page.addInitScript(listenToTones);
  await openDesk(page, stage.product.url, { language: 'en', username: 'binh@mua.demo' });
  await test.step('sounds are off by default, and reversing is offered where it is switched on', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('settings');
    await expect(page.getByRole('option', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog');
    const received = settings.locator('section').filter({ hasText: 'Sounds' });
    await expect(received.getByRole('switch', { checked: true })).toHaveCount(0);
    await received.getByRole('switch', { name: 'Filled' }).click();
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
    await page.getByTestId('menu-positions').click();
    await page.getByTestId('offer-reverse').click();
    await page.keyboard.press('Escape');
  });
  await page.getByTestId('ticket-side-buy').click();
  await page.getByTestId('ticket-type').getByRole('radio', { name: 'Market', exact: true }).click();
  await page.getByTestId('ticket-quantity').fill('2');
  await sendOrder(page);
  await page.getByRole('tab', { name: /Positions/ }).click();
  const position = page.getByTestId('position-ZCEZ26');
  await expect(position.getByText('Buy 2', { exact: true })).toBeVisible();
  await expect.poll(() => tones(page)).toBe(FILL_TONES);

  await test.step('reversed: four lots are sold, and the position is two short', async () => {
    await position.getByTestId('position-menu').click();
    await page.getByTestId('reverse').click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('4');
    await dialog.getByRole('button', { name: /^Sell 4/ }).click();
    await expect(position.getByText('Sell 2', { exact: true })).toBeVisible();
    await expect.poll(() => tones(page)).toBe(2 * FILL_TONES);
  });

  await test.step('flat: the orders of the contract go first, then the position', async () => {
    await placeLimit(page, "430'0", 'Limit');
    await position.getByTestId('position-menu').click();
    await page.getByTestId('go-flat').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Go flat' }).click();
    await expect(page.getByText('No open positions')).toBeVisible();
    await page.getByRole('tab', { name: /Order history/ }).click();
    await expect(page.locator('[data-testid^="order-"][data-status="CANCELLED"]')).toHaveCount(1);
  });
});

test('a price of the book is copied to the ticket', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'chi@mua.demo' });
  // Prices go on, and rows with them: what counts is what stood there when it was pressed.
  await page.evaluate(() =>
    document.addEventListener(
      'click',
      ({ target }) => {
        const cell = (target as Element).closest('[data-column="price"]');
        if (cell) document.body.setAttribute('data-pressed', cell.textContent ?? '');
      },
      true,
    ),
  );
  await page.locator('[data-slot="book-levels"] [data-column="price"]').first().click();
  await expect(page.locator('body')).toHaveAttribute('data-pressed', /\d'\d/);
  const price = /\d+'\d/.exec((await page.locator('body').getAttribute('data-pressed')) ?? '')?.[0] ?? '';
  await expect(page.getByTestId('ticket-price')).toHaveValue(price);
  // A chosen price no longer follows the market, and choosing it does not send.
  await expect(page.getByTestId('send-order')).toContainText(price);
  await expect(page.getByTestId('send-order')).toHaveAttribute('data-armed', 'false');
});

async function placeLimit(page: Page, price: string, type = 'Giới hạn'): Promise<void> {
  await page.getByTestId('ticket-side-buy').click();
  await page.getByTestId('ticket-type').getByRole('radio', { name: type, exact: true }).click();
  await page.getByTestId('ticket-price').fill(price);
  await page.getByTestId('ticket-quantity').fill('1');
  await sendOrder(page);
  await expectAnswered(page);
}

/** Of the sound of a fill (web/src/desk/sounds.ts). */
const FILL_TONES = 2;

/** Counts the tones that the page begins. */
function listenToTones(): void {
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function start(this: OscillatorNode, when?: number): void {
    document.documentElement.dataset.tones = String(Number(document.documentElement.dataset.tones ?? 0) + 1);
    begin.call(this, when);
  };
}

const tones = (page: Page): Promise<number> => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));
