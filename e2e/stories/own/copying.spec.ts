/**
 * Copy trading from both sides: a leader publishes, is rejected with a reason, changes, is approved and runs; a follower
 * looks, simulates and follows; what the leader trades both see; the loss limit ends a copy, or its owner does; and the
 * fees are in both histories. The clock is moved by hand.
 */
import type { Browser, Page } from '@playwright/test';
import { POLICY_MS } from '#payouts.ts';
import {
  BY_LAN,
  DIALOG,
  expect,
  expectAccessible,
  expectAccessibleOpen,
  expectAnswered,
  expectContrast,
  frontMonth,
  moveClock,
  operatorCall,
  type Stage,
  sendOrder,
  signIn,
  test,
} from '#stage.ts';

test.use({ settings: { SEED: '21', CLOCK: 'manual' } });
test.describe.configure({ mode: 'serial' });

const COPY_TRADE = '/account-overview/copy-trade';
const COMMODITY = 'ZSE';
const SECOND_MS = 1000;
const STRATEGY = 'Đậu tương ngắn hạn';

/** Somebody else, in a browser of their own. */
async function openAs(browser: Browser, stage: Stage, who: Who): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...who.screen });
  const page = await context.newPage();
  await enter(page, stage, who);
  return page;
}

interface Who {
  readonly username: string;
  readonly language: 'vi' | 'en';
  readonly screen?: { readonly viewport: { width: number; height: number }; readonly hasTouch: boolean };
}

async function enter(page: Page, { product }: Stage, { username, language }: Who): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await signIn(page, product.url, username);
}

/** The leader sells at the market, from the desk. */
async function sell(page: Page, stage: Stage, code: string, lots: number): Promise<void> {
  await page.goto(`${stage.product.url}/trading/${code}`);
  await page.getByTestId('ticket-side-sell').click();
  await page.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường', exact: true }).click();
  await page.getByTestId('ticket-quantity').fill(String(lots));
  await sendOrder(page, code);
  await expectAnswered(page);
  await moveClock(page, stage, SECOND_MS);
  await moveClock(page, stage, SECOND_MS);
}

async function publish(leader: Page, stage: Stage): Promise<string> {
  await leader.goto(`${stage.product.url}${COPY_TRADE}/management/new`);
  await leader.getByTestId('strategy-name').fill(STRATEGY);
  await leader.getByTestId('strategy-account').click();
  await leader.getByRole('option', { name: /108C000003-01/ }).click();
  await leader
    .getByTestId('strategy-description')
    .fill('Bán khi giá gãy nền, cắt lỗ 8 bước. Cam kết lãi 5% mỗi tháng.');
  await expect(leader.getByText('“Cam kết lãi 5%” hứa kết quả')).toBeVisible();
  await leader.getByTestId('strategy-copyFee').fill('900000');
  await leader.getByTestId('strategy-minFollowAmount').fill('200000000');
  await expectAccessible(leader);
  await expectContrast(leader);
  await leader.getByTestId('strategy-send').click();
  await expect(leader.getByTestId('approval')).toHaveText('Chờ duyệt');
  return leader.url().split('/').at(-1) ?? '';
}

test('a leader is rejected, approved and followed, and the loss limit ends the copy', async ({
  page: leader,
  browser,
  stage,
}) => {
  const { url } = stage.product;
  const code = await frontMonth(leader, stage, COMMODITY);
  await enter(leader, stage, { username: 'chi@mua.demo', language: 'vi' });

  const strategyId = await publish(leader, stage);
  await test.step('an operator says why not; the leader changes it, and the policy approves', async () => {
    const body = { ...BY_LAN, reason: 'mô tả hứa mức lãi cố định' };
    await operatorCall(stage, `strategies/${strategyId}/reject`, body);
    await expect(leader.getByTestId('approval')).toHaveText('Không duyệt');
    await leader.getByTestId('strategy-change').click();
    await expect(leader.getByTestId('rejected-because')).toContainText('mô tả hứa mức lãi cố định');
    await leader.getByTestId('strategy-description').fill('Bán khi giá gãy nền, cắt lỗ 8 bước, giữ tối đa 3 ngày.');
    await leader.getByTestId('strategy-send').click();
    await expect(leader.getByTestId('approval')).toHaveText('Chờ duyệt');
    await moveClock(leader, stage, POLICY_MS);
    await expect(leader.getByTestId('approval')).toHaveText('Đã duyệt');
  });
  await test.step('the leader runs it', async () => {
    await leader.getByTestId('strategy-run').click();
    await expectAccessibleOpen(leader, DIALOG);
    await leader.getByTestId('confirm-run').click();
    await expect(leader.getByText('Đang chạy').first()).toBeVisible();
    await expectAccessible(leader);
    await moveClock(leader, stage, SECOND_MS);
  });

  const follower = await openAs(browser, stage, { username: 'binh@mua.demo', language: 'en' });
  await test.step('a follower looks at it and follows with a loss limit', async () => {
    await follower.goto(`${url}${COPY_TRADE}`);
    await expect(follower.getByTestId('strategy-row')).toContainText(STRATEGY);
    await expectAccessible(follower);
    await follower.getByRole('link', { name: `Open the page of ${STRATEGY}` }).click();
    await expect(follower.getByRole('heading', { level: 1, name: STRATEGY })).toBeVisible();
    await expectAccessible(follower);
    await follower.getByTestId('follow-open').click();
    await expect(follower.getByTestId('simulation')).toContainText('there is nothing to simulate yet');
    await follower.getByTestId('follow-account-108C000002-02').click();
    await follower.getByTestId('follow-ratio-0.5').click();
    await follower.getByTestId('follow-loss').fill('10,000,000');
    await expectAccessibleOpen(follower, DIALOG);
    await follower.getByTestId('follow-send').click();
    await expect(follower.getByTestId('copy-state')).toHaveText('Active');
    await moveClock(leader, stage, SECOND_MS);
  });
  await test.step('what the leader sells is copied, and both see it', async () => {
    await sell(leader, stage, code, 2);
    await expect(follower.getByTestId('decision-COPIED')).toContainText(`Sell 2`);
    await expect(follower.getByTestId('decision-COPIED')).toContainText('Sell 1');
    await follower.getByRole('tab', { name: 'Copied positions' }).click();
    await expect(follower.getByTestId(`copied-${code}`)).toContainText('Sell 1');
    await expectAccessible(follower);
    await leader.goto(`${url}${COPY_TRADE}/management/${strategyId}`);
    await expect(leader.getByTestId('copier')).toContainText('108C000002-02');
    await leader.goto(`${url}${COPY_TRADE}/strategies/${strategyId}?tab=events`);
    await expect(leader.getByTestId('strategy-event-FILL').first()).toContainText('1/1 người đã chép');
    await leader.getByRole('tab', { name: /^Vị thế/ }).click();
    await expect(leader.getByTestId('strategy-position')).toContainText('Bán 2');
    await expectAccessible(leader);
  });
  await test.step('the market jumps: the loss limit closes the copy', async () => {
    await operatorCall(stage, 'scenarios', { name: 'gap', contractCode: code, ...BY_LAN });
    await moveClock(leader, stage, 2 * SECOND_MS);
    await moveClock(leader, stage, 2 * SECOND_MS);
    await moveClock(leader, stage, 2 * SECOND_MS);
    await expect(follower.getByTestId('copy-end')).toHaveText('Max loss reached');
    await expect(follower.getByTestId('copy-state')).toHaveText('Closed');
    await follower.getByRole('tab', { name: 'Weekly reports' }).click();
    await follower.getByTestId('copy-week').getByRole('link').click();
    await expect(follower.getByTestId('weekly-report')).toContainText('Profit in cycle');
    // The link has gone with its page: keys go on from the new one.
    await expect(follower.locator(':focus')).toContainText('Profit in cycle');
    await expectAccessible(follower);
  });
  await test.step('the fee is in both histories', async () => {
    await follower.goto(`${url}${COPY_TRADE}/fees`);
    await follower.getByTestId('fees-account').click();
    await follower.getByRole('option', { name: /108C000002-02/ }).click();
    // While it closes, the page behind it is still hidden.
    await expect(follower.getByRole('listbox')).toBeHidden();
    await expect(follower.getByTestId('transaction-COPY_FEE')).toContainText('−900,000');
    await expectAccessible(follower);
    await leader.goto(`${url}${COPY_TRADE}/management/${strategyId}?tab=earnings`);
    await expect(leader.getByTestId('transaction-COPY_EARNINGS')).toContainText('+900.000');
  });
  await test.step('what came of it stays: events, profit, history', async () => {
    for (const [page, testId] of [
      ['events', 'copy-event-CLOSED'],
      ['profit', 'copy-row'],
      ['history', 'copy-row'],
    ]) {
      await follower.goto(`${url}${COPY_TRADE}/${page}`);
      await expect(follower.getByTestId(testId ?? '').first()).toContainText(STRATEGY);
      await expectAccessible(follower);
    }
  });
  await follower.context().close();
});

test('on a phone a copy is paused, shown in the ticket, and stopped by hand', async ({
  page: leader,
  browser,
  stage,
}) => {
  const { url } = stage.product;
  const code = await frontMonth(leader, stage, COMMODITY);
  await enter(leader, stage, { username: 'chi@mua.demo', language: 'vi' });
  const screen = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const follower = await openAs(browser, stage, { username: 'an@mua.demo', language: 'vi', screen });

  await test.step('it is found by its card, and followed with the first sub-account that can', async () => {
    await follower.goto(`${url}${COPY_TRADE}/strategies`);
    await follower.getByTestId('strategy-search').fill('dau tuong');
    await follower.getByRole('link', { name: STRATEGY }).click();
    await follower.getByTestId('follow-open').click();
    await expect(follower.getByTestId('simulation')).toContainText('chưa có gì để mô phỏng');
    await expectAccessibleOpen(follower, DIALOG);
    await follower.getByTestId('follow-send').click();
    await expect(follower.getByTestId('copy-state')).toHaveText('Đang theo');
    await expectAccessible(follower);
  });
  await test.step('paused, it says why nothing was copied', async () => {
    await follower.getByTestId('copy-pause').click();
    await expect(follower.getByTestId('copy-state')).toHaveText('Tạm dừng');
    await sell(leader, stage, code, 2);
    await expect(follower.getByTestId('decision-Paused')).toContainText('Đang tạm dừng');
  });
  await test.step('its sub-account’s ticket leads to the copy', async () => {
    await follower.goto(`${url}/trading/${code}`);
    await follower.getByTestId('open-ticket-buy').click();
    await expect(follower.getByTestId('ticket-follows')).toContainText(STRATEGY);
    await follower.getByRole('link', { name: 'Mở bản sao chép' }).click();
    await expect(follower.getByTestId('copies')).toContainText(STRATEGY);
    await expectAccessible(follower);
  });
  await test.step('it is stopped, and what it holds is kept', async () => {
    await follower.getByTestId('copy-stop').click();
    await expect(follower.getByTestId('confirm-stop')).toBeDisabled();
    await follower.getByTestId('stop-keep').click();
    await expectAccessibleOpen(follower, DIALOG);
    await follower.getByTestId('confirm-stop').click();
    await expect(follower.getByText('Bạn không sao chép chiến lược nào lúc này')).toBeVisible();
    // The button that asked has gone with its card.
    await expect(follower.locator('main:focus, main :focus')).toBeVisible();
  });
  await follower.context().close();
});
