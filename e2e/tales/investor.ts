/**
 * Tells the investor's story on a recorded market: sees prices, signs in, trades, changes, cancels, closes, reads the
 * history, reloads; the server is killed and restarted, and everything acknowledged is there.
 */
import { type Page, test } from '@playwright/test';
import { expect, expectAccessible, type Stage, sendOrder, signInByPage } from '#stage.ts';

/** The words of one language that the story looks for, as the product shows them. */
const WORDS = {
  vi: {
    market: 'Thị trường',
    limit: 'Giới hạn',
    armed: 'Xác nhận MUA 2',
    positions: /Vị thế/,
    orders: /Sổ lệnh/,
    long: 'Mua 2',
    sellTwo: /Bán 2/,
    nothingOpen: 'Chưa có vị thế mở',
    settled: /Đã tất toán/,
  },
  en: {
    market: 'Market',
    limit: 'Limit',
    armed: 'Confirm BUY 2',
    positions: /Positions/,
    orders: /Order history/,
    long: 'Buy 2',
    sellTwo: /Sell 2/,
    nothingOpen: 'No open positions',
    settled: /Settled/,
  },
} as const;

export interface RecordedMarket {
  readonly language: keyof typeof WORDS;
  readonly code: string;
  /** Returns a buy price that rests, in the contract's own format, from the best price as the ticket shows it. */
  restingBelow(shown: string): string;
}

export async function playInvestorsDay(page: Page, stage: Stage, market: RecordedMarket): Promise<void> {
  const { url } = stage.product;
  const { code, language } = market;
  const words = WORDS[language];
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await page.goto(url);
  await expect(page.getByTestId(`row-${code}`)).toBeVisible();
  await expect(page.getByTestId(`last-${code}`)).not.toHaveText('–');
  await expectAccessible(page);

  await signInByPage(page, url);
  await page.goto(`${url}/trading/${code}`);
  await test.step('a market order fills', async () => {
    await page.getByTestId('ticket-side-buy').click();
    await page.getByTestId('ticket-type').getByText(words.market, { exact: true }).click();
    await page.getByTestId('ticket-quantity').fill('2');
    const send = page.getByTestId('send-order');
    await expect(send).toContainText(code);
    await send.click();
    await expect(send).toContainText(words.armed);
    await expect(send).toHaveAttribute('data-ready', 'true');
    await send.click();
    await page.getByRole('tab', { name: words.positions }).click();
    await expect(page.getByText(words.long, { exact: true }).first()).toBeVisible();
  });

  await test.step('a limit order rests, is modified and cancelled', async () => {
    await page.getByTestId('ticket-type').getByText(words.limit, { exact: true }).click();
    const price = page.getByTestId('ticket-price');
    await expect(price).not.toHaveValue('');
    await price.fill(market.restingBelow(await price.inputValue()));
    await page.getByTestId('ticket-quantity').fill('1');
    await sendOrder(page, code);
    await page.getByRole('tab', { name: words.orders }).click();
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

  await test.step('the server dies and restarts; the position is there', async () => {
    await stage.product.kill();
    stage.home.killPostgres();
    await stage.startAgain();
    await page.reload();
    await page.getByRole('tab', { name: words.positions }).click();
    await expect(page.getByText(words.long, { exact: true }).first()).toBeVisible();
  });

  await test.step('liquidation closes it', async () => {
    await page.getByTestId('liquidate').first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: words.sellTwo }).click();
    await expect(page.getByText(words.nothingOpen)).toBeVisible();
    await page
      .getByRole('radio', { name: words.settled })
      .or(page.getByRole('tab', { name: words.settled }))
      .first()
      .click();
    await expect(page.getByText(code).first()).toBeVisible();
  });
}
