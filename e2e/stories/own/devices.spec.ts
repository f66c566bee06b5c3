/**
 * Follows one investor on two devices: what is drawn on one is seen on the other, two changes of one thing without a
 * network meet and are told of, with the way back; who signs out leaves nothing for the next.
 */
import type { Page } from '@playwright/test';
import {
  CALM,
  expect,
  expectAccessible,
  expectBars,
  focusChart,
  openAccountMenu,
  openDesk,
  test,
  ticketPrice,
} from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '19' } });

const AN = { language: 'vi', username: 'an@mua.demo' } as const;
const chartOf = (page: Page) => page.getByRole('application');
const cardOf = (page: Page) => page.getByRole('region', { name: 'Vị thế mua' });
const stopOf = (page: Page) => cardOf(page).getByRole('textbox', { name: 'Cắt lỗ' });

async function typeStop(page: Page, price: string): Promise<void> {
  await stopOf(page).fill(price);
  await stopOf(page).press('Tab');
  await expect(stopOf(page)).toHaveValue(price);
}

/** Selects the only drawing, as the keyboard does, once it has come. */
async function selectDrawing(page: Page): Promise<void> {
  await expect(async () => {
    await chartOf(page).focus();
    await page.keyboard.press('PageDown');
    await expect(cardOf(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('a plan is drawn here, seen there, changed on both without a network, and put right', async ({
  browser,
  page: laptop,
  stage,
}) => {
  const { url } = stage.product;
  await openDesk(laptop, url, AN);
  await expect(chartOf(laptop)).toHaveAccessibleName(/ZCEZ26.*\d/);
  const desktop = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await openDesk(desktop, url, AN);
  const cents = Number.parseInt(await ticketPrice(laptop), 10);

  await test.step('drawn here, seen there', async () => {
    await expectBars(laptop);
    await laptop.getByRole('button', { name: 'Vị thế mua', exact: true }).click();
    await laptop.keyboard.press('Enter');
    await typeStop(laptop, `${cents - 20}'0`);
    await selectDrawing(desktop);
    await expect(stopOf(desktop)).toHaveValue(`${cents - 20}'0`);
  });

  await test.step('both change it while one has no network: the later stays, the other is told', async () => {
    await laptop.context().setOffline(true);
    await typeStop(laptop, `${cents - 30}'0`);
    await typeStop(desktop, `${cents - 40}'0`);
    await laptop.context().setOffline(false);
    await expect(laptop.getByText('Đã đổi trên thiết bị khác')).toBeVisible();
    await expect(stopOf(laptop)).toHaveValue(`${cents - 40}'0`);
    await expect(desktop.getByText('Đã đổi trên thiết bị khác')).toHaveCount(0);
  });

  await test.step('undone, the own change is on both', async () => {
    const told = laptop.locator('[data-sonner-toast]', { hasText: 'Đã đổi trên thiết bị khác' });
    await told.getByRole('button', { name: 'Hoàn tác', exact: true }).click();
    await expect(stopOf(laptop)).toHaveValue(`${cents - 30}'0`);
    await expect(stopOf(desktop)).toHaveValue(`${cents - 30}'0`);
    await expectAccessible(laptop);
  });

  await test.step('whoever signs out leaves nothing for the next, and finds it again', async () => {
    await openAccountMenu(desktop);
    await desktop
      .getByRole('menuitem', { name: /Đăng xuất/ })
      .first()
      .click();
    await expect(desktop.getByTestId('account-switcher')).toHaveCount(0);
    const left = () =>
      desktop.evaluate(() => Object.entries(localStorage).filter((entry) => entry.join(' ').includes('108C000001')));
    await expect.poll(left).toEqual([]);
    await openDesk(desktop, url, { language: 'vi', username: 'binh@mua.demo' });
    await expect(chartOf(desktop)).toHaveAccessibleName(/ZCEZ26.*\d/);
    await focusChart(desktop);
    await desktop.keyboard.press('PageDown');
    await expect(cardOf(desktop)).toHaveCount(0);
  });
  await desktop.context().close();
});
