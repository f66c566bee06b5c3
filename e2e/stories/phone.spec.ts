/** Uses the market on a phone: no sideways scrolling, a sheet instead of the ticket column, an order that fills. */
import { expect, expectAccessible, SHARED, sendOrder, signIn, test } from '#stage.ts';

test.use({ settings: SHARED, viewport: { width: 390, height: 844 }, hasTouch: true });

test('an order is sent from a phone', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url, '0901000002');
  await page.goto(url);
  await expect(page.getByTestId('last-ZCEZ26')).not.toHaveText('–');
  await expectNoSidewaysScroll(page);
  await page.goto(`${url}/trading/ZCEZ26`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Mua/ }).last().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByTestId('ticket-type').getByText('Thị trường').click();
  await sheet.getByTestId('ticket-quantity').fill('1');
  await sendOrder(sheet);
  await expect(page.getByText(/Mua 1/).first()).toBeVisible();
});

test('the ticket closes by its grab bar when it is dragged further than a little', async ({ page, stage }) => {
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
    // The sheet slides in from below, and is grabbed once at rest.
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

async function expectNoSidewaysScroll(page: import('@playwright/test').Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
