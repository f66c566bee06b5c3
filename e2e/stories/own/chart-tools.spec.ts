/**
 * Studies a contract as a futures trader does: an interval typed on the chart, the usual studies, a
 * position planned by keys whose lots come from the risk, and the ticket filled from it.
 */
import { CALM, expect, expectAccessible, expectBars, openDesk, test, ticketPrice } from '#stage.ts';

// The recording is slow enough that the price does not reach the plan of the story.
test.use({ settings: { ...CALM, SEED: '17' } });

test('any interval and the usual studies, by keys (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'en', username: 'binh@mua.demo' });
  const chart = page.getByRole('application');
  await expect(chart).toHaveAccessibleName(/ZCEZ26.*\d/);

  await test.step('a number on the chart asks for the interval', async () => {
    await expect(page.getByRole('button', { name: 'Contract or series' })).toBeVisible();
    await chart.focus();
    await expect(chart).toBeFocused();
    await page.keyboard.press('7');
    const field = page.getByRole('dialog', { name: 'Interval' }).getByRole('textbox');
    await expect(field).toBeFocused();
    await expect(page.getByText('= 7 minutes')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(chart).toHaveAccessibleName(/7 minutes/);
    await expect(
      page
        .getByRole('table', { name: /ZCEZ26.*7 minutes/ })
        .getByRole('row')
        .nth(1),
    ).toBeAttached();
    await expect(chart).toBeFocused();
  });

  await test.step('studies have their usual names', async () => {
    await page.getByRole('button', { name: 'Indicators' }).click();
    const menu = page.getByRole('dialog', { name: 'Indicators' });
    for (const [typed, name] of [
      ['ichimoku', /^Ichimoku/],
      ['vrvp', /^VRVP/],
      ['stochrsi', /^StochRSI/],
    ] as const) {
      await menu.getByRole('textbox').fill(typed);
      await menu.getByRole('checkbox', { name }).click();
    }
    await page.keyboard.press('Escape');
    await expect(page.getByText('Tenkan')).toBeVisible();
    await expect(page.getByText('POC')).toBeVisible();
    await page.getByRole('button', { name: 'Settings: Ichimoku · Ichimoku cloud' }).click();
    await expect(page.getByRole('textbox', { name: 'Senkou B length' })).toHaveValue('52');
    await page.keyboard.press('Escape');
  });
});

test('a position planned on the chart fills the ticket and sends nothing (vi)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'an@mua.demo' });
  const chart = page.getByRole('application');
  await expectBars(page);
  const now = await ticketPrice(page);

  await page.getByRole('button', { name: 'Vị thế mua', exact: true }).click();
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Vị thế mua' });
  await expect(card.getByRole('textbox', { name: 'Vào' })).not.toHaveValue('');
  const cents = Number.parseInt(now, 10);
  for (const [part, price] of [
    ['Cắt lỗ', `${cents - 12}'0`],
    ['Vào', `${cents - 10}'0`],
    ['Chốt lời', `${cents - 6}'0`],
  ] as const) {
    const field = card.getByRole('textbox', { name: part });
    await field.fill(price);
    await field.press('Tab');
    await expect(field).toHaveValue(price);
  }
  await expect(card.getByText(/1 : 2$/)).toBeVisible();
  // A stop of 8 ticks loses 2,642,000 dong a lot, and 700,000 of fees.
  await card.getByRole('textbox', { name: 'Rủi ro tối đa' }).fill('7.000.000');
  await expect(card.getByText('Mua 2 lot')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Đưa vào ô đặt lệnh' }).click();
  await expect(page.getByTestId('ticket-price')).toHaveValue(`${cents - 10}'0`);
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('2');
  await expect(page.getByTestId('ticket-take-profit')).toHaveValue(`${cents - 6}'0`);
  await expect(page.getByTestId('ticket-stop-loss')).toHaveValue(`${cents - 12}'0`);
  await expect(page.getByTestId('send-order')).not.toHaveText(/^Xác nhận/);

  await test.step('it is undone and made again', async () => {
    await chart.focus();
    await page.keyboard.press('Delete');
    await expect(card).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('PageDown');
    await expect(card).toBeVisible();
    await page.keyboard.press('Control+y');
    await expect(card).toHaveCount(0);
  });
});
