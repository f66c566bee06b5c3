/**
 * A leader's and a follower's way with each other: published, refused with a reason, mended, approved and run; tried on
 * the follower's own capital, followed; traded and copied; stopped, with what it cost in both histories. The clock is
 * moved, so that no policy decides before the operator.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { BY_LAN, expect, expectAccessible, moveClock, operatorCall, RECORDED, signIn, test } from '#stage.ts';

test.use({ settings: { ...RECORDED, SEED: '83', CLOCK: 'manual' } });

const PAGES = '/account-overview/copy-trade';
const PROMISE = 'Mua khi giá vượt đỉnh 5 phiên, cắt lỗ 8 bước. Cam kết lãi 5% mỗi tháng.';
const SOUND = 'Mua khi giá vượt đỉnh 5 phiên, cắt lỗ 8 bước, giữ tối đa 3 ngày. Có thể lỗ nhiều phiên liền.';

async function openAs(browser: Browser, url: string, language: 'vi' | 'en', username: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await signIn(page, url, username);
  return page;
}

test('a strategy is refused, mended, run, followed, copied and left', async ({ page: leader, browser, stage }) => {
  test.slow();
  const { url } = stage.product;
  await leader.addInitScript(() => localStorage.setItem('i18nextLng', 'vi'));
  await signIn(leader, url, 'an@mua.demo');
  let strategyId = '';

  await test.step('what is wrong with it is said before it is sent', async () => {
    await leader.goto(`${url}${PAGES}/management/new`);
    const form = leader.getByTestId('strategy-form');
    await leader.getByTestId('strategy-name').fill('Ngô theo xu hướng');
    await leader.getByTestId('strategy-description').fill(PROMISE);
    await expect(form).toContainText('Cam kết lãi');
    await leader.getByTestId('strategy-copyFee').fill('900.000');
    await leader.getByTestId('strategy-minFollowAmount').fill('200.000.000');
    await leader.getByTestId('strategy-slippageTolerance').fill('40');
    await leader.getByTestId('strategy-performanceFeeRate').fill('80');
    await leader.getByTestId('strategy-account').click();
    await leader.getByRole('option', { name: /108C000001-02/ }).click();
    await leader.getByTestId('strategy-send').click();
    await expect(leader.getByTestId('strategy-performanceFeeRate')).toBeFocused();
    await leader.getByTestId('strategy-performanceFeeRate').fill('20');
    await expectAccessible(leader);
    await leader.getByTestId('strategy-send').click();
    await expect(leader.getByTestId('approval')).toHaveAttribute('data-approval', 'PENDING');
    strategyId = new URL(leader.url()).pathname.split('/').at(-1) ?? '';
  });

  await test.step('it is rejected with a reason, changed, approved and run', async () => {
    await operatorCall(stage, `strategies/${strategyId}/reject`, { ...BY_LAN, reason: 'hứa mức lãi cố định' });
    await expect(leader.getByTestId('approval-steps')).toContainText('hứa mức lãi cố định');
    await leader.getByTestId('strategy-change').click();
    await expect(leader.getByTestId('rejected-because')).toContainText('hứa mức lãi cố định');
    await expect(leader.getByTestId('strategy-description')).toHaveValue(PROMISE);
    await leader.getByTestId('strategy-description').fill(SOUND);
    await leader.getByTestId('strategy-send').click();
    await expect(leader.getByTestId('approval')).toHaveAttribute('data-approval', 'PENDING');
    await operatorCall(stage, `strategies/${strategyId}/approve`, BY_LAN);
    await expect(leader.getByTestId('approval')).toHaveAttribute('data-approval', 'APPROVED');
    await leader.getByTestId('strategy-run').click();
    await leader.getByTestId('confirm-run').click();
    await expect(leader.getByTestId('strategy-stop')).toBeVisible();
  });

  const follower = await openAs(browser, url, 'en', 'binh@mua.demo');
  await test.step('a follower finds it, tries it on their own capital, and follows', async () => {
    await follower.goto(`${url}${PAGES}/strategies`);
    await follower.getByTestId('strategy-row').filter({ hasText: 'Ngô theo xu hướng' }).click();
    await expect(follower.getByTestId('strategy-panel')).toContainText('Ngô theo xu hướng');
    await expectAccessible(follower);
    await follower.getByTestId('follow-open').click();
    await expect(follower.getByTestId('simulation')).toContainText('−900,000');
    await follower.getByTestId('follow-loss').fill('0');
    await follower.getByTestId('follow-send').click();
    await expect(follower.getByTestId('follow-loss')).toBeFocused();
    await follower.getByTestId('follow-loss').fill('300,000,000');
    await expectAccessible(follower);
    await follower.getByTestId('follow-send').dblclick();
    await expect(follower.getByTestId('copy-state')).toHaveAttribute('data-state', 'ACTIVE');
  });

  await test.step('the leader trades: both see what was copied', async () => {
    const placed = await leader.request.post(`${url}/api/order/108C000001-02/place`, {
      headers: { 'x-csrf': '1' },
      data: {
        ...{ clientOrderId: randomUUID(), contractCode: RECORDED.RECORDING_CONTRACT, side: 'BUY', quantity: 2 },
        ...{ orderType: 'MARKET', duration: 'IOC' },
      },
    });
    expect(placed.status(), await placed.text()).toBe(201);
    await moveClock(leader, stage, 2_000);
    await expect(follower.getByText('Copied').first()).toBeVisible();
    await leader.goto(`${url}${PAGES}/management/${strategyId}`);
    await expect(leader.getByTestId('copier')).toHaveCount(1);
    await leader.goto(`${url}${PAGES}/strategies/${strategyId}?tab=positions`);
    await expect(leader.getByTestId('strategy-position')).toContainText('ZCEZ26');
  });

  await test.step('the follower stops, keeps nothing, and finds the fee in the history', async () => {
    await follower.getByTestId('copy-stop').click();
    await follower.getByTestId('stop-close').check();
    await follower.getByTestId('confirm-stop').click();
    await moveClock(leader, stage, 2_000);
    await expect(follower.getByTestId('copy-state')).toHaveAttribute('data-state', 'CLOSED');
    await follower.goto(`${url}${PAGES}/events`);
    await expect(follower.getByTestId('copy-events')).toContainText('900,000');
    await expectAccessible(follower);
    await follower.goto(`${url}${PAGES}/fees`);
    await expect(follower.getByTestId('copy-fees')).toContainText('900,000');
    await leader.goto(`${url}${PAGES}/management/${strategyId}?tab=earnings`);
    await expect(leader.getByTestId('own-strategy-page')).toContainText('900.000');
  });
  await follower.context().close();
});
