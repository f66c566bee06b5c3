/**
 * Follows a margin account to liquidation: the market jumps against a position, the margin call comes, the countdown
 * runs, and at its end the position is closed. Time is moved manually.
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

test.use({ settings: { SEED: '63', CLOCK: 'manual' } });

/** In soybeans, three per cent of the contract's value is two thirds of its margin. */
const COMMODITY = 'ZSE';
const MINUTE_MS = 60_000;

test('an account goes through a margin call, its countdown, and the liquidation', async ({ page, stage }) => {
  const code = await frontMonth(page, stage, COMMODITY);
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'vi'));
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/trading/${code}`);
  const alert = page.getByTestId('margin-alert');

  await test.step('sells as much as the margin allows', async () => {
    await page.getByTestId('ticket-side-sell').click();
    await page.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường', exact: true }).click();
    await page.getByRole('button', { name: '100%' }).click();
    await sendOrder(page, code);
    await expectAnswered(page);
    await moveClock(page, stage, 1000);
    await page.getByRole('tab', { name: /Vị thế/ }).click();
    await expect(page.getByTestId(`position-${code}`)).toContainText(/Bán \d+/);
    await expect(alert).toHaveCount(0);
  });

  await test.step('the market jumps: the account is called, and the countdown runs', async () => {
    await jump(stage, code);
    await priceComesIn(page, stage);
    await expect(alert).toContainText(/còn (30:00|29:\d\d)/i);
    await expect(alert).toContainText('Tài sản ròng');
    await expectAccessible(page);
    // Whoever knows of it is told no further: its notices are read.
    await page.getByTestId('margin-seen').click();
    await expect(page.getByTestId('margin-seen')).toHaveCount(0);
    await moveClock(page, stage, 5 * MINUTE_MS);
    await expect(alert).toContainText(/còn 2[45]:\d\d/i);
  });

  await test.step('when the countdown ends the position is closed', async () => {
    // One stride lets the market report no single trade: the account stays valued at the jump.
    await moveClock(page, stage, 24 * MINUTE_MS);
    await expect(alert).toContainText(/còn 0?0:\d\d/i);
    await expect(page.getByTestId(`position-${code}`)).toContainText('Bán 13');
    await moveClock(page, stage, MINUTE_MS);
    await priceComesIn(page, stage);
    await expect(alert).toHaveCount(0);
    // Only as much is closed as brings the account back to safety.
    await expect(page.getByTestId(`position-${code}`).getByText(/^Bán [1-9]$/)).toBeVisible();
    await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
    await page.getByTestId('clear-order-filter').click();
    const closing = page.locator('[data-testid^="order-"][data-status="FILLED"]').filter({ hasText: 'Mua' });
    await expect(closing.first()).toBeVisible();
  });
});

function jump(stage: Stage, contractCode: string): Promise<Response> {
  return operatorCall(stage, 'scenarios', { name: 'gap', contractCode, ...BY_LAN });
}

/**
 * Moves the clock: the first seconds bring the market's trades and answers, the next ones the marks that accounts are
 * valued at.
 */
async function priceComesIn(page: Page, stage: Stage): Promise<void> {
  await moveClock(page, stage, 2000);
  await moveClock(page, stage, 2000);
}
