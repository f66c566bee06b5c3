/** Trading on the chart: an order is dragged and moved by keys, let go by Esc, and one is drafted at a price of it. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, RECORDED, signIn, test } from '../stage.ts';

// Slow enough that the price does not come to the orders of the story.
test.use({ settings: { ...RECORDED, RECORDING_SPEED: '1', SEED: '17' } });

const WORDS = {
  vi: {
    limit: 'Giới hạn',
    order: /^Lệnh Mua GH 2 lot/,
    at: (price: string) => new RegExp(`^Lệnh Mua GH 2 lot, Giá giới hạn ${price}, Chờ khớp$`),
    confirm: /^Xác nhận dời sang /,
    buyLimit: /^Mua giới hạn /,
    draft: /^Lệnh nháp Mua GH 2 lot/,
    addStop: 'Thêm Cắt lỗ',
    drop: /^Bỏ Mua 2$/,
    armed: /^Xác nhận MUA 2 ZCEZ26 @ /,
    cancel: 'Hủy lệnh Mua GH 2',
  },
  en: {
    limit: 'Limit',
    order: /^Buy \S+ 2 order/,
    at: (price: string) => new RegExp(`^Buy \\S+ 2 order, Limit price ${price}, Working$`),
    confirm: /^Confirm the move to /,
    buyLimit: /^Buy limit /,
    draft: /^Draft Buy \S+ 2 at/,
    addStop: 'Add Stop loss',
    drop: /^Drop Buy 2$/,
    armed: /^Confirm BUY 2 ZCEZ26 @ /,
    cancel: /^Cancel Buy \S+ 2$/,
  },
} as const;

for (const language of ['vi', 'en'] as const) {
  const words = WORDS[language];

  test(`orders on the chart (${language})`, async ({ page, stage }) => {
    const { url } = stage.product;
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
    await signIn(page, url, language === 'vi' ? 'an@mua.demo' : 'binh@mua.demo');
    await page.goto(`${url}/trading/ZCEZ26`);
    const price = page.getByTestId('ticket-price');
    await expect(price).toHaveValue(/'/);
    const cents = Number(/(\d+)'/.exec(await price.inputValue())?.[1]) - 3;
    const send = page.getByTestId('send-order');
    const line = page.getByRole('button', { name: words.order });

    await test.step('an order of the ticket is a line', async () => {
      await page.getByTestId('ticket-side-buy').click();
      await page.getByTestId('ticket-type').getByRole('radio', { name: words.limit, exact: true }).click();
      await price.fill(`${cents}'0`);
      await page.getByTestId('ticket-quantity').fill('2');
      await send.click();
      await send.click();
      await expect(page.getByRole('button', { name: words.at(`${cents}'0`) })).toBeVisible();
    });

    await test.step('Esc lets go of it', async () => {
      await hold(page, line, 20);
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(page.getByRole('button', { name: words.confirm })).toHaveCount(0);
      await expect(line).toHaveAccessibleName(words.at(`${cents}'0`));
    });

    await test.step('dragged, it asks, and ✓ changes it', async () => {
      await hold(page, line, 20);
      await page.mouse.up();
      const confirm = page.getByRole('button', { name: words.confirm });
      const to = /(\d+'\d)/.exec((await confirm.getAttribute('aria-label')) ?? '')?.[1] ?? '';
      expect(to).not.toBe(`${cents}'0`);
      await expectAccessible(page);
      await confirm.click();
      await expect(line).toHaveAccessibleName(words.at(to));
    });

    await test.step('keys move it by two ticks', async () => {
      const from = (await line.getAttribute('aria-label')) ?? '';
      await line.focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(line).toHaveAccessibleName(words.at(raised(from, 2)));
      await page.getByRole('button', { name: words.cancel }).click();
      await expect(line).toHaveCount(0);
    });

    await test.step('an order is drafted at a price of the chart, with an exit, and sends nothing', async () => {
      const chart = page.getByRole('application');
      const box = await chart.boundingBox();
      await chart.click({ button: 'right', position: { x: 120, y: (box?.height ?? 0) * 0.7 } });
      await page.getByRole('menuitem', { name: words.buyLimit }).click();
      const draft = page.getByRole('button', { name: words.draft });
      await expect(draft).toBeVisible();
      await expect(draft).toHaveAccessibleName(new RegExp(await price.inputValue()));
      await page.getByRole('button', { name: words.addStop }).click();
      await expect(page.getByTestId('ticket-stop-loss')).not.toHaveValue('');
      await draft.focus();
      await page.keyboard.press('ArrowUp');
      await expect(draft).toHaveAccessibleName(new RegExp(await price.inputValue()));
      await page.getByTestId('draft-confirm').click();
      await expect(send).toHaveText(words.armed);
      await page.getByRole('button', { name: words.drop }).click();
      await expect(draft).toHaveCount(0);
      await expectAccessible(page);
    });
  });
}

/** Takes the line left of its label and pulls it down. */
async function hold(page: Page, line: Locator, byPx: number): Promise<void> {
  const box = await line.boundingBox();
  if (!box) throw new Error('the line has no label');
  const [x, y] = [box.x - 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + byPx, { steps: 4 });
}

/** The price of a name, so many ticks higher. */
function raised(name: string, ticks: number): string {
  const [, cents, eighths] = /(\d+)'(\d)/.exec(name) ?? [];
  const at = Number(cents) * 4 + Number(eighths) / 2 + ticks;
  return `${Math.floor(at / 4)}'${(at % 4) * 2}`;
}
