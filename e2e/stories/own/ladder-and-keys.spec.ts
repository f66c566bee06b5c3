/**
 * Follows the ladder and the keys, on the repository's recording: a position from the ladder alone, orders by keys in two
 * steps behind a lock, nothing from what a Vietnamese input method composes, another key chosen, and a chart with those of
 * another platform; on phones as well.
 */
import type { Page } from '@playwright/test';
import { CALM, expect, expectAccessible, expectBars, openDesk, test } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '23' } });

const AN = { language: 'vi', username: 'an@mua.demo' } as const;
const BINH = { language: 'en', username: 'binh@mua.demo' } as const;

const rows = (page: Page) => page.locator('[data-ladder-ticks]');
const position = (page: Page) => page.getByTestId('ladder-position');

/** As Unikey and the input method of Windows report a key that they have taken. */
async function pressComposed(page: Page, code: string): Promise<void> {
  await page.evaluate((place) => {
    const init = { bubbles: true, cancelable: true, code: place, key: 'Process', keyCode: 229 };
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { ...init, key: 'q', keyCode: 81, isComposing: true }),
    );
  }, code);
}

test('a position lives and ends on the ladder (vi)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, AN);
  await page.getByTestId('show-ladder').click();
  await expect(page.getByTestId('ladder-arm')).toBeVisible();
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(24);

  await test.step('bought at market, with the lots as typed', async () => {
    await page.getByTestId('ladder-arm').click();
    await page.getByTestId('ladder-lots').fill('3');
    const place = () => page.getByTestId('ladder-rows').boundingBox();
    const before = await place();
    await page.getByRole('button', { name: 'Mua 3 TT' }).click();
    await expect(position(page)).toContainText('Mua 3');
    // No price has moved under the pointer.
    expect(await place()).toEqual(before);
    await expect(rows(page).filter({ hasText: 'giá trung bình của bạn' })).toHaveCount(1);
  });

  await test.step('an order of each side is cancelled for itself', async () => {
    await rows(page).last().locator('[data-ladder-side="BUY"]').click();
    await rows(page).first().locator('[data-ladder-side="SELL"]').click();
    await expect(page.getByTestId('ladder-cancel-bids')).toContainText('Mua 1');
    await page.getByTestId('ladder-cancel-asks').click();
    await expect(page.getByTestId('ladder-cancel-asks')).toContainText('Bán 0');
    await expect(page.getByTestId('ladder-cancel-bids')).toContainText('Mua 1');
  });

  await test.step('reversed, then flat, its last order with it', async () => {
    await page.getByTestId('ladder-reverse').click();
    await expect(position(page)).toContainText('Bán 3');
    await page.getByTestId('ladder-flatten').click();
    await expect(position(page)).toHaveCount(0);
    await expect(page.getByTestId('ladder-cancel-bids')).toContainText('Mua 0');
    // Not while anything has to stay armed: a look takes seconds, in which the page hears no price.
    await expectAccessible(page);
  });

  await test.step('at 1366 × 768 as well', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(16);
    await expectAccessible(page);
  });
});

test('keys order in two steps behind a lock, and never what is composed or typed (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, BINH);
  const lock = page.getByRole('switch', { name: 'Orders by keys' });
  const question = page.getByTestId('keys-question');

  await test.step('locked, composed or typed, a key does nothing', async () => {
    await page.keyboard.press('q');
    await expect(question).toHaveCount(0);
    await lock.click();
    await expect(lock).toBeChecked();
    await pressComposed(page, 'KeyQ');
    await page.getByTestId('ticket-price').focus();
    await page.keyboard.press('q');
    await expect(question).toHaveCount(0);
  });

  await test.step('the first press says what the second sends', async () => {
    await lock.focus();
    await page.keyboard.press('Alt+2');
    await page.keyboard.press('q');
    await expect(question).toContainText('Buy 2 ZCEZ26 at market');
    await expectAccessible(page);
    await expect
      .poll(async () => {
        await page.keyboard.press('q');
        return await question.count();
      })
      .toBe(0);
    await expect(page.getByText(/Filled Buy 2 ZCEZ26/).first()).toBeVisible();
  });

  await test.step('another key is chosen, a conflict shown and settled', async () => {
    await page.keyboard.press('Escape');
    await expect(lock).not.toBeChecked();
    await page.goto(`${stage.product.url}/account-overview/shortcuts`);
    await page.getByRole('button', { name: 'Change the key of: Flatten and cancel orders' }).click();
    await pressComposed(page, 'KeyX');
    await expect(page.getByRole('alert')).toContainText('input method');
    await page.keyboard.press('q');
    await expect(page.getByTestId('keys-conflict')).toContainText('Buy at market, Flatten and cancel orders');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep for: Flatten and cancel orders' }).click();
    await expect(page.getByTestId('keys-conflict')).toHaveCount(0);
  });

  await test.step('it acts on the desk, after a load too', async () => {
    await page.goto(`${stage.product.url}/trading/ZCEZ26`);
    await expect(page.getByTestId('ticket-price')).toHaveValue(/'/);
    await expect(lock).not.toBeChecked();
    await lock.click();
    await expect
      .poll(async () => {
        await page.keyboard.press('q');
        return await page.getByText(/Filled Sell 2 ZCEZ26/).count();
      })
      .toBeGreaterThan(0);
  });
});

test('the chart has the keys of the platform that one comes from (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, BINH);
  const chart = page.getByRole('application');

  await test.step('a set of keys is taken', async () => {
    await page.goto(`${stage.product.url}/account-overview/shortcuts`);
    await page.getByTestId('keys-tradingView').click();
    await page.getByRole('button', { name: 'Take these keys' }).click();
    await expect(page.getByTestId('key-furtherOlder')).toContainText('Ctrl←');
  });

  await test.step('the chart says by which keys it is moved', async () => {
    await page.goto(`${stage.product.url}/trading/ZCEZ26`);
    await expect(chart).toHaveAccessibleName(/ZCEZ26.*\d/);
    await expect(chart).toHaveAccessibleDescription(/^← \/ → scroll; Ctrl ↑ \/ Ctrl ↓ zoom;/);
    await expectBars(page);
    await chart.focus();
  });

  await test.step('a date is gone to; where there is none, it is said', async () => {
    await page.keyboard.press('Alt+g');
    const dialog = page.getByRole('dialog', { name: 'Go to date' });
    await dialog.getByTestId('go-to-date').fill('2/1/1990');
    await page.keyboard.press('Enter');
    const why = dialog.getByText(/There is nothing older: the first bar is of/);
    await expect(why).toBeVisible();
    await expectAccessible(page);
    const [first = ''] = /\d\d\/\d\d\/\d{4}/.exec((await why.textContent()) ?? '') ?? [];
    await dialog.getByTestId('go-to-date').fill(first);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(chart).toBeFocused();
  });

  await test.step('the scale is turned over, and indicators are opened', async () => {
    await page.keyboard.press('Alt+i');
    await expect(page.getByRole('button', { name: /^Price scale: .*, inverted$/ })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog', { name: 'Indicators' }).getByRole('textbox')).toBeFocused();
    await expectAccessible(page);
  });
});

test.describe('with little room', () => {
  for (const [name, width, height] of [
    ['phone', 390, 844],
    ['phone lying', 844, 390],
    ['1440 px at 200 %', 720, 450],
  ] as const) {
    test(`ladder and keys on a ${name}`, async ({ page, stage }) => {
      await openDesk(page, stage.product.url, AN);
      await page.setViewportSize({ width, height });
      if (width < 768) {
        await page.getByRole('tab', { name: 'Độ sâu' }).click();
        await page.getByRole('radio', { name: 'Thang đặt lệnh' }).click();
        await expect(page.getByTestId('ladder-lots')).toBeVisible();
        await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(3);
        await expectAccessible(page);
      }
      await page.goto(`${stage.product.url}/account-overview/shortcuts`);
      await expect(page.getByTestId('key-flatten')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    });
  }
});
