/**
 * Rolls a position over a real expiry, the clock moved by hand: bought weeks before, rolled by one order in the spread
 * from the notice before its close-out day, and still held in the later month when the earlier one is over. The desk's
 * row and the overview lead to the roll, on a phone too.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, moveClock, type Stage, sendOrder, signIn, test } from '#stage.ts';

test.use({ settings: { SEED: '67', CLOCK: 'manual' } });

const DAY_MS = 86_400_000;

test('a position is rolled before its close-out day and outlives it', async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'vi'));
  await signIn(page, stage.product.url);
  const near = await nearing(page, stage);

  await test.step('two lots are bought while that is still allowed', async () => {
    await page.goto(`${stage.product.url}/trading/${near.code}`);
    await page.getByTestId('ticket-side-buy').click();
    await page.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường', exact: true }).click();
    await page.getByTestId('ticket-quantity').fill('2');
    await sendOrder(page, near.code);
    await page.getByRole('tab', { name: /^Vị thế/ }).click();
    await expect(page.getByTestId(`position-${near.code}`)).toContainText('Mua 2');
  });

  await test.step('near its day its row on the desk leads to the roll, within the width of the list', async () => {
    while (sessionsOf(await contractOf(page, stage, near.code)) > 2) await moveClock(page, stage, DAY_MS);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${stage.product.url}/trading/${near.code}`);
    await page.getByRole('tab', { name: /^Vị thế/ }).click();
    const row = page.getByTestId(`position-${near.code}`);
    await expect(row.getByTestId('close-lots')).toBeVisible();
    await row.getByTestId('roll-soon').click();
    await expect(page.getByRole('alertdialog')).toContainText(`Lệnh ${near.code}-`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    const list = page.locator('[data-slot="list-table"]').filter({ has: row });
    await expect.poll(() => list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  await test.step('so does the overview, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stage.product.url}/account-overview`);
    await page.getByTestId('attention').getByTestId('roll').click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(`Lệnh ${near.code}-`);
    await expect(dialog.getByTestId('roll-best')).toContainText(' × ');
    await expect(dialog).toContainText('phiên qua');
    await expectAccessible(page);
  });

  await test.step('once, though it is pressed twice; both months in one order', async () => {
    // The price stands since the dialog opened: the bid of this moment, which fills at once.
    await page.getByTestId('roll-best').getByRole('button').first().click();
    await page.getByTestId('confirm-roll').dblclick();
    const told = page.getByTestId('roll-progress');
    await expect(told).toHaveAttribute('data-outcome', 'rolled');
    await expect(told).toContainText(`Đã chuyển 2 lot từ ${near.code}`);
  });

  await test.step('the earlier month ends, and there was nothing left to close', async () => {
    while (sessionsOf(await contractOf(page, stage, near.code)) > 0) await moveClock(page, stage, DAY_MS);
    await moveClock(page, stage, 2 * DAY_MS);
    // The days that have passed have ended the session. The page ends first: it takes the cookies of whoever signs in
    // beside it, without its turn, as those of the session that has ended.
    await page.close();
    await signIn(page, stage.product.url);
    const accountId = '108C000001-01';
    const orders = await itemsOf<Order>(page, stage, `order/${accountId}/query`);
    const roll = orders.find(({ contractCode }) => contractCode.startsWith(`${near.code}-`));
    expect(roll).toMatchObject({ side: 'SELL', quantity: 2, filledQuantity: 2 });
    expect(orders.filter(({ isForceSell }) => isForceSell)).toEqual([]);
    const positions = await itemsOf<{ contractCode: string; netLots: number }>(
      page,
      stage,
      `order/${accountId}/open-positions`,
    );
    expect(positions).toMatchObject([{ contractCode: roll?.contractCode.split('-')[1], netLots: 2 }]);
  });
});

function sessionsOf({ sessionsLeft }: Contract): number {
  return sessionsLeft?.long ?? 0;
}

/** A contract that may still be bought, and not for long; with a later month of its commodity. */
async function nearing(page: Page, stage: Stage): Promise<Contract> {
  const contracts = await itemsOf<Contract>(page, stage, 'market/contracts');
  const found = contracts
    .filter((one) => sessionsOf(one) > 3 && one.productType === 'FUTURES' && one.terms !== null)
    .filter((one) =>
      contracts.some(
        ({ commodityCode, lastTradeDay }) => commodityCode === one.commodityCode && lastTradeDay > one.lastTradeDay,
      ),
    )
    .sort((a, b) => sessionsOf(a) - sessionsOf(b))[0];
  if (!found) throw new Error('no contract nears its close-out');
  return found;
}

async function contractOf(page: Page, stage: Stage, code: string): Promise<Contract> {
  const contracts = await itemsOf<Contract>(page, stage, 'market/contracts');
  const found = contracts.find((one) => one.code === code);
  if (!found) throw new Error(`${code} is not listed`);
  return found;
}

/** As the page that is signed in. */
async function itemsOf<T>(page: Page, { product }: Stage, path: string): Promise<T[]> {
  const reply = await page.request.get(`${product.url}/api/${path}`);
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).items;
}
