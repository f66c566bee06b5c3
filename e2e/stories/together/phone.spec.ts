/** The market on a phone: no sideways scrolling, a sheet instead of the ticket column, an order that fills. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectBars, sendOrder, signIn, test } from '#stage.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('an order from a phone', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url, '0901000002');
  await page.goto(url);
  await expect(page.getByTestId('last-ZCEZ26')).not.toHaveText('–');
  await expectNoSidewaysScroll(page);
  await page.goto(`${url}/trading/ZCEZ26`);
  await expect(page.getByTestId('open-ticket-buy')).toContainText(/\d/);
  await expectBars(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByTestId('open-ticket-buy').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByTestId('ticket-type').getByText('Thị trường').click();
  await sheet.getByTestId('ticket-quantity').fill('1');
  await sendOrder(sheet);
  await expect(page.getByText(/Đã khớp Mua 1 ZCEZ26/).first()).toBeVisible();
});

test('the ticket is put away by its grab bar: further than a little, it closes', async ({ page, stage }) => {
  await signIn(page, stage.product.url, '0901000002');
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  await page.getByTestId('open-ticket-buy').click();
  const sheet = page.getByRole('dialog');
  const bar = sheet.locator('[data-slot="grab-bar"]');
  await expect(sheet.getByTestId('send-order')).toBeVisible();
  for (const [way, left] of [
    [40, 1],
    [140, 0],
  ] as const) {
    // It comes up from below, and is taken where it stands.
    await sheet.evaluate(async (element) => {
      await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    });
    const box = await bar.boundingBox();
    if (!box) throw new Error('the sheet has no grab bar');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + way, { steps: 5 });
    await page.mouse.up();
    await expect(sheet).toHaveCount(left);
  }
});

test('a swipe goes to the next part of the desk and back; over the chart it moves the chart', async ({
  page,
  stage,
}) => {
  await signIn(page, stage.product.url, '0901000002');
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Độ sâu').click();
  await swipe(page, page.getByRole('tabpanel'), -200);
  await expect(tab('Khớp lệnh')).toHaveAttribute('aria-selected', 'true');
  await swipe(page, page.getByRole('tabpanel'), 200);
  await expect(tab('Độ sâu')).toHaveAttribute('aria-selected', 'true');
  await swipe(page, page.getByRole('tabpanel'), 200);
  await expect(tab('Biểu đồ')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[role="application"] canvas').first()).toBeVisible();
  await swipe(page, page.locator('[role="application"]'), -200);
  await expect(tab('Biểu đồ')).toHaveAttribute('aria-selected', 'true');
});

/** A finger's, which no mouse can imitate. */
async function swipe(page: Page, over: Locator, byPx: number): Promise<void> {
  const box = await over.boundingBox();
  if (!box) throw new Error('there is nothing to swipe over');
  const [x, y] = [box.x + box.width / 2 - byPx / 2, box.y + box.height / 3];
  const devtools = await page.context().newCDPSession(page);
  // As fast as a finger, however slow the machine.
  const beganS = Date.now() / 1000;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', afterS: number, at: number | null) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === null ? [] : [{ x: x + at, y }],
      timestamp: beganS + afterS,
    });
  await send('touchStart', 0, 0);
  await send('touchMove', 0.05, byPx / 2);
  await send('touchMove', 0.1, byPx);
  await send('touchEnd', 0.15, null);
  await devtools.detach();
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
