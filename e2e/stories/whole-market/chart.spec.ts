/** Uses the chart without trading: the past, indicators, compared contracts, picture export, full screen. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectBars, focusChart, test } from '#stage.ts';

test.use({ locale: 'en-US' });

test.beforeEach(async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await page.goto(`${stage.product.url}/trading/ZCEH27`);
  await expectBars(page);
});

test('by keys and to a date the chart moves into the past, as far as there are bars', async ({ page }) => {
  const older = () => page.waitForRequest(/candles\?.*before=/);
  await expect(
    page
      .getByRole('table', { name: /ZCEH27/ })
      .getByRole('row')
      .nth(1),
  ).toBeAttached();

  await test.step('Home shows the oldest bar, and more are read; End leads back', async () => {
    await focusChart(page);
    const read = older();
    await page.keyboard.press('Home');
    await read;
    await page.keyboard.press('End');
  });

  await test.step('a date is gone to from the menu of intervals', async () => {
    await page.getByRole('button', { name: /^Interval: / }).click();
    await page.getByRole('menuitem', { name: 'Go to date…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go to date' });
    const date = dialog.getByTestId('go-to-date');
    await date.fill('1/2/1990');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/they go back to|nothing older/)).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    const [far = ''] = /\d\d\/\d\d\/\d{4}/.exec((await dialog.textContent()) ?? '') ?? [];
    await date.fill(far);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('turned over, the scale says so', async () => {
    await page.getByRole('button', { name: /^Price scale: / }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Inverted' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Price scale: Price, inverted' })).toBeVisible();
  });
});

test('an indicator is added, adjusted, folded and removed', async ({ page }) => {
  const indicators = page.getByRole('button', { name: 'Indicators', exact: true });
  const settings = page.getByRole('button', { name: 'Settings: EMA · Exponential moving average' });
  const fold = page.getByRole('button', { name: 'Fold the legend: 2 indicators' });
  const unfold = page.getByRole('button', { name: 'Unfold the legend: 2 indicators' });

  await test.step('it is added by its code, in colours of its own', async () => {
    await indicators.click();
    const menu = page.getByRole('dialog', { name: 'Indicators' });
    await menu.getByRole('textbox').fill('ema');
    await menu.getByRole('checkbox', { name: /^EMA/ }).click();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(settings).toBeVisible();
    const swatches = page.locator('[role=application] ~ div span[style*="background"]');
    await expect.poll(() => swatches.count()).toBeGreaterThan(3);
    const colours = await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(colours.length).toBe(new Set(colours).size);
  });

  await test.step('its length is set, and the legend shows it', async () => {
    await settings.click();
    const dialog = page.getByRole('dialog', { name: 'EMA · Exponential moving average' });
    await dialog.getByRole('textbox', { name: 'Length 1' }).fill('34');
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('paragraph').filter({ has: settings })).toContainText(/34\s*\d/);
  });

  await test.step('the legend folds, and stays folded on a fresh page', async () => {
    await fold.click();
    await expect(settings).toHaveCount(0);
    await page.reload();
    await expect(unfold).toBeVisible();
    await expect(settings).toHaveCount(0);
    await unfold.click();
    await expect(settings).toBeVisible();
  });

  await test.step('removing it leaves the focus on the chart', async () => {
    await page.getByRole('button', { name: 'Remove EMA · Exponential moving average' }).focus();
    await page.keyboard.press('Enter');
    await expect(settings).toHaveCount(0);
    await expect(page.getByRole('application')).toBeFocused();
  });
});

test('two contracts are compared in percent, and one is removed', async ({ page }) => {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Compare' });
  for (const code of ['ZCEK27', 'CLEH27']) {
    await menu.getByRole('textbox').fill(code);
    await menu.getByRole('checkbox', { name: new RegExp(`^${code}`) }).click();
  }
  await page.keyboard.press('Escape');

  await test.step('each shows its change, and the axis counts in percent', async () => {
    await expect(page.getByRole('button', { name: 'Price scale: Percent from the left edge' })).toBeVisible();
    await expect(page.getByText('% from the left edge', { exact: true })).toBeVisible();
    for (const code of ['ZCEK27', 'CLEH27']) {
      const line = page.getByRole('paragraph').filter({ has: page.getByRole('button', { name: `Remove ${code}` }) });
      await expect(line).toContainText(/[+−]?\d+\.\d\d%/);
    }
    await expectAccessible(page);
  });

  await test.step('after the last one is removed, the axis shows prices again', async () => {
    await page.getByRole('button', { name: 'Remove ZCEK27' }).click();
    await expect(page.getByRole('button', { name: 'Remove ZCEK27' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove CLEH27' }).click();
    await expect(page.getByText('% from the left edge', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Price scale: Price' })).toBeVisible();
  });
});

test('another month is compared on an axis of its own, then as a spread', async ({ page }) => {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Compare' });
  await menu.getByRole('checkbox', { name: /ZCEK27/ }).click();
  await menu.getByRole('radio', { name: 'Own axis' }).click();
  await expect(page.getByText('on axes of their own')).toBeVisible();
  await menu.getByRole('radio', { name: 'A − B' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('ZCEH27 − each, bars of the same time')).toBeVisible();
  // The later month costs more.
  const line = page.getByRole('paragraph').filter({ has: page.getByRole('button', { name: 'Remove ZCEK27' }) });
  await expect(line).toContainText(/−\d+'[0246]$/);
  await expectAccessible(page);
});

test('the exported picture says what it shows', async ({ page }) => {
  await page.evaluate(rememberPictureWords);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a picture of the chart' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('ZCEH27-15m.png');
  const picture = readFileSync(await download.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // Width and height are in the PNG's header.
  expect(picture.readUInt32BE(16)).toBeGreaterThan(400);
  expect(picture.readUInt32BE(20)).toBeGreaterThan(300);
  const words = await page.evaluate(() => document.body.dataset.pictureWords ?? '');
  expect(words).toMatch(/ZCEH27 · 15 minutes · CBOT · \d+'\d · /);
});

test('the full screen is entered, Esc leaves it, and the focus is where it was', async ({ page }) => {
  const enter = page.getByRole('button', { name: 'Full screen', exact: true });
  const leave = page.getByRole('button', { name: 'Leave full screen', exact: true });
  const header = page.getByRole('banner');
  await enter.focus();
  await page.keyboard.press('Enter');
  await expect(leave).toBeVisible();
  await expect.poll(() => isCovered(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(enter).toBeFocused();
  await expect(header).toBeVisible();
  await expect.poll(() => isCovered(page)).toBe(false);
});

/** Records what is written on a canvas outside the page: the picture's. */
function rememberPictureWords(): void {
  const { prototype } = CanvasRenderingContext2D;
  const write = prototype.fillText;
  prototype.fillText = function (text, ...place) {
    if (!this.canvas.isConnected)
      document.body.dataset.pictureWords = `${document.body.dataset.pictureWords ?? ''}${text}\n`;
    return write.call(this, text, ...place);
  };
}

/** Tells whether the chart covers the page's header. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const at = document.elementFromPoint(innerWidth / 3, 8);
    return at !== null && at.closest('header') === null;
  });
}

test('front months are joined, and orders stay with the month that is named', async ({ page, stage }) => {
  const chart = page.getByRole('application');
  await page.getByRole('button', { name: 'Contract or series' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Contract or series' });
  await menu.getByRole('radio', { name: 'Continuous' }).press('Space');
  await menu.getByRole('radio', { name: 'Difference' }).press('Space');
  await expect(page.getByText('5 days before, difference')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(chart).toHaveAccessibleName(/ZCE \(ZCE[HKNUZ]\d\d\).*\d/);
  const front = /\((ZCE\w+)\)/.exec((await chart.getAttribute('aria-label')) ?? '')?.[1] ?? '';

  // Days reach over a roll, which the menu lists with what it was worth.
  await focusChart(page);
  await page.keyboard.press('1');
  await page.getByRole('dialog', { name: 'Interval' }).getByRole('textbox').fill('1d');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Contract or series' }).click();
  await expect(menu.getByRole('row', { name: new RegExp(`→ ${front}.*\\d`) })).toBeVisible();
  await page.keyboard.press('Escape');

  await test.step('open interest of the front month is told below, since its roll', async () => {
    await page.getByRole('button', { name: 'Indicators', exact: true }).click();
    const indicators = page.getByRole('dialog', { name: 'Indicators' });
    await indicators.getByRole('textbox').fill('open interest');
    await indicators.getByRole('checkbox', { name: /^OI/ }).click();
    await page.keyboard.press('Escape');
    const settings = page.getByRole('button', { name: 'Settings: OI · Open interest of past trade dates' });
    await expect(page.getByRole('paragraph').filter({ has: settings })).toContainText(/\d/);
  });

  const other = front === 'ZCEN27' ? 'ZCEU27' : 'ZCEN27';
  await page.goto(`${stage.product.url}/trading/${other}`);
  await expect(page.getByText('No orders here: it now stands for')).toBeVisible();
  await page.getByRole('link', { name: front, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/trading/${front}$`));
  await expect(page.getByText(`now ${front}; orders here are for it`)).toBeVisible();
});
