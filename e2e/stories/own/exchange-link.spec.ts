/**
 * Loses and restores the link to the exchange while a trader has orders there: the page says that their state is
 * unknown, the exchange trades on, and afterwards every order shows what really happened, once.
 */

import type { Locator, Page } from '@playwright/test';
import { BY_LAN, CALM, expect, expectAccessible, openDesk, operatorCall, sendOrder, test } from '#stage.ts';

// The recording is slow enough that the market reaches no order before the story lets it.
test.use({ settings: { ...CALM, SEED: '23' } });

/** At this time the recording has traded below 447'0 and nowhere near 430'0. */
const AFTER_THE_FALL = '2026-11-17T13:40:00.000Z';

test('orders over a lost link are disconnected, then show what really happened, once', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
  await test.step('two orders rest at the exchange', async () => {
    await placeLimit(page, "447'0");
    await placeLimit(page, "430'0");
    await expect(withStatus(page, 'WORKING')).toHaveCount(2);
  });

  await test.step('the link is lost: the state of the orders is unknown, and a new order waits here', async () => {
    await operatorCall(stage, 'venues/link', { isUp: false, ...BY_LAN });
    await expect(withStatus(page, 'DISCONNECTED')).toHaveCount(2);
    await expect(withStatus(page, 'DISCONNECTED').first()).toContainText('Mất liên lạc sở');
    // The notice comes before anything is sent: in every page's header, and in the ticket.
    await expect(page.getByTestId('exchange-down-notice')).toContainText('Đường đến sở gián đoạn');
    await expect(page.getByTestId('exchange-down-note')).toContainText('chờ tại hệ thống');
    await placeLimit(page, "447'0");
    await expect(withStatus(page, 'NOT_SENT')).toHaveCount(1);
    await page.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường', exact: true }).click();
    await expectAccessible(page);
  });

  await test.step('the exchange trades on, and the desk claims nothing meanwhile', async () => {
    await operatorCall(stage, 'recording', { jumpTo: AFTER_THE_FALL });
    await expect(page.getByTestId('ticket-expected')).toHaveText(/44[56]'/);
    await expect(withStatus(page, 'DISCONNECTED')).toHaveCount(2);
    await expect(withStatus(page, 'NOT_SENT')).toHaveCount(1);
  });

  await test.step('the link is back: one was filled, one rests as before, the new one is sent and filled', async () => {
    await operatorCall(stage, 'venues/link', { isUp: true, ...BY_LAN });
    await expect(withStatus(page, 'WORKING').filter({ hasText: "430'0" })).toHaveCount(1);
    await expectBothFilled(page);
    await expect(page.getByTestId('exchange-down-notice')).toBeHidden();
    await expect(page.getByTestId('exchange-down-note')).toBeHidden();
  });

  await test.step('and so it stays: nothing is reported or booked twice', async () => {
    await page.reload();
    await expectBothFilled(page);
  });
});

const withStatus = (page: Page, status: string): Locator =>
  page.locator(`[data-testid^="order-"][data-status="${status}"]`);

async function placeLimit(page: Page, price: string): Promise<void> {
  await page.getByTestId('ticket-type').getByRole('radio', { name: 'Giới hạn', exact: true }).click();
  await page.getByTestId('ticket-price').fill(price);
  await sendOrder(page);
  await expect(page.getByTestId('send-order')).toHaveAttribute('data-armed', 'false');
}

/** Expects one lot of the order that rested and one of the order that waited. */
async function expectBothFilled(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /Vị thế/ }).click();
  await expect(page.getByTestId('position-ZCEZ26')).toContainText('Mua 2');
  await page.getByRole('tab', { name: /Sổ lệnh/ }).click();
  await page.getByTestId('order-tab-filled').click();
  await expect(withStatus(page, 'FILLED')).toHaveCount(2);
  await expect(page.getByTestId('order-totals')).toContainText('2/2');
}
