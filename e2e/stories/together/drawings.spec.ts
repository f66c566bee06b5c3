/** Draws on the chart: by pointer and by keys alone, restored after a reload, deleted and undone. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectBars, focusChart, test } from '#stage.ts';

test.use({ locale: 'en-US' });

test.beforeEach(async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
});

test('a trend line stays where it was drawn, also after a reload, and Undo restores it', async ({ page }) => {
  const tool = page.getByRole('button', { name: 'Trend line', exact: true });
  const bar = page.getByRole('button', { name: 'Delete', exact: true });
  const box = await boxOf(page);
  const [from, to] = [
    { x: box.x + box.width * 0.3, y: box.y + box.height * 0.3 },
    { x: box.x + box.width * 0.6, y: box.y + box.height * 0.45 },
  ];

  await test.step('two points make it', async () => {
    await tool.click();
    await expect(page.getByText('point 1/2')).toBeVisible();
    await page.mouse.click(from.x, from.y);
    await expect(page.getByText('point 2/2')).toBeVisible();
    await page.mouse.click(to.x, to.y);
    await expect(bar).toBeVisible();
    await expect(tool).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
  });

  await test.step('its own toolbar makes it bold, extends it, and locks it', async () => {
    await page.getByRole('button', { name: 'Line width: Medium' }).click();
    await page.getByRole('menuitemradio', { name: 'Bold' }).click();
    await page.getByRole('button', { name: 'Extend: Segment' }).click();
    await page.getByRole('menuitemradio', { name: 'Line', exact: true }).click();
    await page.getByRole('button', { name: 'Lock this drawing' }).click();
    await expect(page.getByRole('button', { name: 'Lock this drawing' })).toHaveAttribute('aria-pressed', 'true');
    expect(await keptDrawings(page)).toMatch(/"width":"bold","extend":"line","isLocked":true/);
  });

  await test.step('a fresh page shows it at the same prices', async () => {
    const drawn = await keptDrawings(page);
    await page.reload();
    await boxOf(page);
    await expect(page.getByRole('button', { name: 'Delete all drawings' })).toBeEnabled();
    // The market has moved on meanwhile, and the line with it: keys find it wherever it is.
    await focusChart(page);
    await page.keyboard.press('PageDown');
    await expect(page.getByText(/^Trend line selected/)).toBeAttached();
    await expect(bar).toBeVisible();
    expect(await keptDrawings(page)).toBe(drawn);
  });

  await test.step('Delete removes it, Undo restores it', async () => {
    await page.keyboard.press('Delete');
    // Nothing stands between: it is there for four seconds.
    const told = page.locator('[data-sonner-toast]', { hasText: 'Deleted drawings: 1' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Delete all drawings' })).toBeEnabled();
  });

  await test.step('a step is made again by its button, and gone back by keys', async () => {
    await page.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name: 'Redo' }).click();
    await expect(page.getByRole('button', { name: 'Delete all drawings' })).toBeDisabled();
    await focusChart(page);
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'Delete all drawings' })).toBeEnabled();
    await page.keyboard.press('Control+y');
    await expect(page.getByRole('button', { name: 'Delete all drawings' })).toBeDisabled();
  });
});

test('a horizontal line is drawn, moved and deleted by keys', async ({ page }) => {
  await boxOf(page);
  const tool = page.getByRole('button', { name: 'Horizontal line', exact: true });
  await tool.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Horizontal line: arrows move, Enter places a point, Esc stops')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Horizontal line selected/)).toBeAttached();
  const before = await keptDrawings(page);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => keptDrawings(page)).not.toBe(before);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Delete all drawings' })).toBeDisabled();
});

/** Returns the box of the chart, once it shows bars. */
async function boxOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  await expectBars(page);
  const chart = page.getByRole('application');
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart has no place on the page');
  return box;
}

/** Returns what the browser stores: by commodity, as instants and prices. */
function keptDrawings(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('chart-drawings') ?? '');
}
