/** Counts the keys from the opened trading page to a trade. */
import type { Locator, Page } from '@playwright/test';
import { CALM, expect, expectAnswered, openDesk, test } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '61' } });

const AN = { language: 'vi', username: 'an@mua.demo' } as const;

/** Counts keys on a keyboard: a key held with others is one, each letter typed is one. */
class CountedKeys {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.count += text.length;
    await this.#page.keyboard.type(text);
  }

  async until(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < 25; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`25 times ${key} do not reach ${target}`);
  }
}

test('the first trade takes at most 25 keys, closing its position at most 12', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, AN);
  const send = page.getByTestId('send-order');
  const keys = new CountedKeys(page);

  await test.step('sells two at the market', async () => {
    await keys.press('s');
    const type = page.getByTestId('ticket-type').getByRole('radio');
    await keys.until(type.and(page.getByRole('radio', { checked: true })));
    await keys.until(type.and(page.getByRole('radio', { name: 'Thị trường' })), 'ArrowLeft');
    await keys.until(page.getByTestId('ticket-quantity'));
    await keys.press('ControlOrMeta+a');
    await keys.type('2');
    await keys.press('Enter');
    await expect(send).toHaveAttribute('data-ready', 'true');
    await keys.press('Enter');
    await expect(page.getByText(/Đã khớp Bán 2 ZCEZ26/).first()).toBeVisible();
    expect(keys.count).toBeLessThanOrEqual(25);
  });

  keys.count = 0;
  await test.step('and closes it from the palette', async () => {
    await keys.press('ControlOrMeta+k');
    await keys.type('dong');
    await expect(page.getByRole('option', { name: 'Tất toán ZCEZ26' })).toHaveAttribute('aria-selected', 'true');
    await keys.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('ZCEZ26');
    await keys.until(dialog.getByRole('button', { name: /^Mua 2/ }));
    await keys.press('Enter');
    await expect(page.getByText(/Đã khớp Mua 2 ZCEZ26/).first()).toBeVisible();
    expect(keys.count).toBeLessThanOrEqual(12);
  });

  await test.step('the palette says when it finds nothing', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('dong');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Không có vị thế ZCEZ26 đang mở').first()).toBeVisible();
  });
});

test('every type of order is chosen, filled in and sent by keys: what is announced is what is sent', async ({
  page,
  stage,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/place')) sent.push(request.postDataJSON().orderType);
  });
  await openDesk(page, stage.product.url, AN);
  const send = page.getByTestId('send-order');
  const keys = new CountedKeys(page);
  const cents = Number(/\d+/.exec(await page.getByTestId('ticket-price').inputValue())?.[0]);
  /** Texts typed into each field of a type, far from the price, so that it rests. */
  const terms: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['Thị trường', {}],
    ['Giới hạn', { 'ticket-price': `${cents - 30}'0` }],
    ['Dừng', { 'ticket-stop': `${cents + 30}'0` }],
    ['Dừng giới hạn', { 'ticket-stop': `${cents + 30}'0`, 'ticket-price': `${cents + 31}'0` }],
    ['Dừng kéo', { 'ticket-trail': '10' }],
    ['Chốt lời / cắt lỗ', { 'ticket-take-profit': `${cents + 40}'0`, 'ticket-stop-loss': `${cents - 40}'0` }],
  ];
  for (const [place, [name, fields]] of terms.entries()) {
    await keys.press('b');
    const type = page.getByTestId('ticket-type').getByRole('radio');
    await keys.until(type.and(page.getByRole('radio', { checked: true })));
    await keys.until(type.and(page.getByRole('radio', { name, exact: true })), 'ArrowRight');
    for (const [field, text] of Object.entries(fields)) {
      await keys.until(page.getByTestId(field));
      await keys.press('ControlOrMeta+a');
      await keys.type(text);
    }
    await keys.until(send);
    // Enter held down counts as one press.
    for (let repeat = 0; repeat < 12; repeat += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(send).toHaveAttribute('data-ready', 'true');
    expect(sent).toHaveLength(place);
    await keys.press('Enter');
    await expect.poll(() => sent.length).toBe(place + 1);
    await expectAnswered(page);
  }
  expect(sent).toEqual(['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'TPSL']);
});
