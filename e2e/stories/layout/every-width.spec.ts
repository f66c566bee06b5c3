/**
 * Checks the board with scroll bars that take space, at every width; and by keyboard, which reaches its first row in a
 * few steps.
 */
import type { Locator } from '@playwright/test';
import { expect, openDesk, test } from '#stage.ts';

for (const width of [768, 1024, 1280, 1440, 1920]) {
  test(`the board at ${width} px fits its panel, and focusing moves nothing`, async ({ page, stage }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(stage.product.url);
    const board = page.getByTestId('board');
    const row = page.getByTestId('row-ZCEH27');
    await expect(row).toBeVisible();
    expect(
      await board.evaluate((element) => element.getBoundingClientRect().width - element.clientWidth),
    ).toBeGreaterThan(1);
    expect(await board.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const before = await placeOf(row);
    await row.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    expect(await placeOf(row)).toEqual(before);
  });
}

test('by keyboard: skip links, one stop for all column heads, and heads named as they read', async ({
  page,
  stage,
}) => {
  await page.goto(stage.product.url);
  await expect(page.getByTestId('row-ZCEH27')).toBeVisible();
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('columnheader', { name: 'Giá mua', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Đến bảng giá' })).toBeFocused();
  await page.keyboard.press('Enter');
  const heads = grid.getByRole('columnheader').getByRole('button');
  await heads.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(heads.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(heads.last()).toBeFocused();
  // The focus goes past the groups above it, which fold.
  const row = page.locator('[data-code][tabindex="0"]');
  let steps = 0;
  while (steps < 4 && !(await row.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab');
    steps += 1;
  }
  await expect(row).toBeFocused();
});

test('by keyboard: from the top of the desk to the ticket and to the lists', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, { language: 'vi', username: 'chi@mua.demo', code: 'ZCEH27' });
  for (const [name, id] of [
    ['Đến phiếu đặt lệnh', 'ticket'],
    ['Đến vị thế và lệnh', 'lists'],
  ] as const) {
    const part = page.locator(`#${id}`);
    // The links are of what is there when the focus comes to them.
    await expect(part).toBeVisible();
    await page.getByRole('link', { name: 'Đến nội dung chính' }).focus();
    await page.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(part).toBeFocused();
    await page.keyboard.press('Tab');
    await expect.poll(() => part.evaluate((inside) => inside.contains(document.activeElement))).toBe(true);
  }
});

async function placeOf(row: Locator): Promise<number | undefined> {
  return (await row.boundingBox())?.x;
}
