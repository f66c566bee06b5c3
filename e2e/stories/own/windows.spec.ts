/**
 * Follows panels into browser windows of their own: linked by colour, an order picked in one filled in on the desk, the
 * ladder's own orders, and a sign-out that closes them all.
 */
import type { BrowserContext, Page, WebSocket } from '@playwright/test';
import { expect, expectAccessible, openDesk, test } from '#stage.ts';

test.use({ settings: { SEED: '23' } });

const AN = { language: 'vi', username: 'an@mua.demo', code: 'ZCEH27' } as const;
const BINH = { language: 'en', username: 'binh@mua.demo', code: 'ZCEH27' } as const;

async function openWindow(desk: Page, menu: string, name: string): Promise<Page> {
  const opened = desk.context().waitForEvent('page');
  await desk.getByRole('button', { name: menu }).click();
  await desk.getByRole('dialog', { name: menu }).getByRole('button', { name, exact: true }).click();
  await desk.keyboard.press('Escape');
  const window = await opened;
  await expect(window.getByRole('heading', { level: 1 })).toHaveCount(1);
  return window;
}

const codeOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1);

test('windows of one colour follow each other, and a sign-out closes them (vi)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, AN);
  const first = codeOf(page);
  const ladder = await openWindow(page, 'Bố cục bàn giao dịch', 'Thang đặt lệnh');
  const board = await openWindow(page, 'Bố cục bàn giao dịch', 'Bảng giá');

  await test.step('an order from the ladder’s window is told there and seen on the desk', async () => {
    expect(codeOf(ladder)).toBe(first);
    // As it opens on a desktop: narrow, and no phone.
    await ladder.setViewportSize({ width: 360, height: 820 });
    await expect(ladder.getByTestId('ladder-cancel-bids')).toBeVisible();
    await ladder.getByTestId('ladder-arm').click();
    await ladder.getByRole('button', { name: 'Mua 1 TT' }).click();
    await expect(ladder.getByTestId('ladder-position')).toContainText('Mua 1');
    await expect(ladder.getByRole('listitem').filter({ hasText: 'Khớp' }).first()).toBeVisible();
    await expect(page.getByRole('tab', { name: /Vị thế.*1/ })).toBeVisible();
    await expectAccessible(ladder);
  });

  await test.step('a position is rolled from a window of the lists as on the desk', async () => {
    const lists = await openWindow(page, 'Bố cục bàn giao dịch', 'Vị thế và sổ lệnh');
    await lists.getByRole('tab', { name: /^Vị thế/ }).click();
    await lists.getByTestId(`position-${first}`).getByTestId('position-menu').click();
    await lists.getByTestId('roll').click();
    await expect(lists.getByRole('alertdialog')).toContainText(`Chuyển kỳ hạn ${first}`);
    await lists.close();
  });

  await test.step('the keys are told in the window too', async () => {
    await ladder.keyboard.press('Shift+Slash');
    await expect(ladder.getByRole('dialog', { name: 'Phím tắt' })).toContainText('Mua thị trường');
    await ladder.keyboard.press('Escape');
    await expect(ladder.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('another contract, chosen in one, is shown by all of its colour', async () => {
    await board.getByRole('row').filter({ hasText: 'ZCEK27' }).first().click();
    await expect(page).toHaveURL(/\/trading\/ZCEK27$/);
    await expect(ladder).toHaveURL(/\/window\/ladder\/ZCEK27$/);
    await expect(board).toHaveURL(/\/window\/board\/ZCEK27$/);
    await expectAccessible(board);
  });

  await test.step('alone, and back again', async () => {
    await ladder.getByRole('button', { name: /^Liên kết cửa sổ/ }).click();
    await ladder.getByRole('menuitemradio', { name: 'Không liên kết' }).click();
    await page.goto(`${stage.product.url}/trading/${first}`);
    await expect(board).toHaveURL(new RegExp(`/window/board/${first}$`));
    await expect(ladder).toHaveURL(/\/window\/ladder\/ZCEK27$/);
    await ladder.getByRole('button', { name: /^Liên kết cửa sổ/ }).click();
    await ladder.getByRole('menuitemradio', { name: 'Xanh dương' }).click();
    await expect(ladder).toHaveURL(new RegExp(`/window/ladder/${first}$`));
  });

  await test.step('a sign-out on the desk closes them', async () => {
    const closed = [ladder, board].map((window) => window.waitForEvent('close'));
    await page.getByTestId('account-switcher').click();
    await page
      .getByRole('menuitem', { name: /Đăng xuất/ })
      .first()
      .click();
    await Promise.all(closed);
  });
});

/** Feeds' sockets that are open, by page. */
function countSockets(context: BrowserContext): (page: Page) => number {
  const open = new Map<Page, Set<WebSocket>>();
  const watch = (page: Page) =>
    page.on('websocket', (socket) => {
      if (!socket.url().includes('/socket.io/')) return;
      const sockets = open.get(page) ?? new Set();
      open.set(page, sockets.add(socket));
      socket.on('close', () => sockets.delete(socket));
    });
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  return (page) => open.get(page)?.size ?? 0;
}

/** Of the contract of the desk, as the server has it: a window may not show its position yet. */
async function heldLots(page: Page, url: string): Promise<number> {
  const reply = await page.request.get(`${url}/api/order/108C000001-01/open-positions`);
  const { items } = (await reply.json()) as { items: readonly { contractCode: string; netLots: number }[] };
  return items.find(({ contractCode }) => contractCode === AN.code)?.netLots ?? 0;
}

test('windows share the sockets of one, and another takes them over (vi)', async ({ page, stage }) => {
  const socketsOf = countSockets(page.context());
  await openDesk(page, stage.product.url, AN);
  await expect.poll(() => socketsOf(page)).toBe(3);
  const ladder = await openWindow(page, 'Bố cục bàn giao dịch', 'Thang đặt lệnh');
  const position = ladder.getByTestId('ladder-position');
  // Before it hears prices, no connection of its own says nothing.
  await expect(ladder.getByTestId('ladder-arm')).toBeEnabled();
  await expect(ladder.getByTestId('network-indicator')).toHaveAttribute('data-state', 'good');
  await expect.poll(() => [socketsOf(page), socketsOf(ladder)]).toEqual([3, 0]);

  await test.step('fills and prices go on when the window that had them is closed', async () => {
    const before = await heldLots(page, stage.product.url);
    await page.close();
    await expect.poll(() => socketsOf(ladder)).toBe(3);
    await expect(ladder.getByTestId('network-indicator')).toHaveAttribute('data-state', 'good');
    // What is armed is locked again with every connection that ends.
    await ladder.getByTestId('ladder-arm').click();
    await ladder.getByRole('button', { name: 'Mua 1 TT' }).click();
    await expect(position).toContainText(`Mua ${before + 1}`);
  });

  await test.step('a sign-out is known in the other within a second', async () => {
    const other = await ladder.context().newPage();
    await other.goto(`${stage.product.url}/trading/ZCEH27`);
    // What tells other windows is loaded after the first price.
    await expect(other.getByTestId('ticket-price')).toHaveValue(/'/);
    await other.getByTestId('account-switcher').click();
    const closed = ladder.waitForEvent('close');
    const left = other.waitForResponse((answer) => answer.url().includes('/investor/logout'));
    await other
      .getByRole('menuitem', { name: /Đăng xuất/ })
      .first()
      .click();
    await left;
    const leftMs = Date.now();
    await closed;
    // A second is promised; a machine that plays other stories may take another one.
    expect(Date.now() - leftMs).toBeLessThan(3_000);
    expect(socketsOf(other)).toBeLessThanOrEqual(2);
  });
});

test('what is picked in a window without a ticket is written on the desk (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, BINH);
  const book = await openWindow(page, 'Desk layout', 'Order book');
  await expect(page.getByRole('button', { name: /^Window link/ })).toBeVisible();
  const price = book.locator('[data-column="price"]').first();
  await expect(price).toBeVisible();
  // The market moves, and rows are drawn anew: it is read as it is pressed, at the one that is there then.
  const text = await book.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-column="price"]');
    button?.click();
    return button?.textContent?.trim() ?? '';
  });
  await expect(page.getByTestId('ticket-price')).toHaveValue(text);

  await test.step('and where there is no desk any more, one opens', async () => {
    await page.goto(`${stage.product.url}/margin-calculator`);
    const opened = page.context().waitForEvent('page');
    await price.click();
    const desk = await opened;
    await expect(desk).toHaveURL(/\/trading\//);
    await expect(desk.getByTestId('ticket-price')).toHaveValue(/\d/);
    await page.goto(`${stage.product.url}/trading/ZCEH27`);
  });

  await test.step('what is waited for is the desk’s to say', async () => {
    const lists = await openWindow(page, 'Desk layout', 'Positions and orders');
    await lists.getByRole('tab', { name: /Order history/ }).click();
    await lists.getByTestId('menu-orders').click();
    await expect(lists.getByTestId('export-orders')).toBeVisible();
    await expect(lists.getByTestId('gone-menu')).toHaveCount(0);
  });
});

test('four charts have one crosshair, and one toolbar for the active one (en)', async ({ page, stage }) => {
  await openDesk(page, stage.product.url, BINH);
  const chartOf = (place: number) => page.getByRole('region', { name: new RegExp(`^Chart ${place} of 4`) });
  const legendOf = (place: number) => chartOf(place).locator('p[aria-hidden]').first();
  const surfaceOf = (place: number) => chartOf(place).getByRole('application');

  await test.step('they are chosen in the toolbar, each with a contract of its own', async () => {
    await page.getByRole('button', { name: 'Desk layout' }).click();
    const layout = page.getByRole('dialog', { name: 'Desk layout' });
    await layout.getByRole('radio', { name: 'Four charts' }).click();
    await layout.getByRole('switch', { name: 'Same interval' }).click();
    await page.keyboard.press('Escape');
    for (const place of [1, 2, 3, 4]) await expect(surfaceOf(place)).toBeVisible();
    await page.getByRole('button', { name: /^Contract of chart 3/ }).click();
    await page.getByRole('textbox', { name: 'Search' }).or(page.getByRole('searchbox')).last().fill('KCE');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(chartOf(3)).toHaveAccessibleName(/KCE/);
    await expect(page).toHaveURL(/ZCEH27$/);
    await expectAccessible(page);
  });

  await test.step('what is under the pointer of one is read in the others', async () => {
    // Without prices there is nothing to be read.
    for (const place of [1, 2]) await expect(legendOf(place)).toContainText(/O\s*\d/);
    const box = await surfaceOf(1).boundingBox();
    const newest = await legendOf(2).textContent();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60);
    await expect(legendOf(2)).not.toHaveText(newest ?? '');
    await expect.poll(async () => (await legendOf(2).textContent()) === (await legendOf(1).textContent())).toBe(true);
  });

  await test.step('the toolbar is the active one’s, and the arrangement stays', async () => {
    await page.getByRole('button', { name: 'Desk layout' }).click();
    await page.getByRole('switch', { name: 'Same interval' }).click();
    await page.keyboard.press('Escape');
    await surfaceOf(2).focus();
    await expect(chartOf(2)).toHaveAttribute('aria-current', 'true');
    await page.getByRole('radio', { name: '5 minutes', exact: true }).click();
    await expect(chartOf(2)).toHaveAccessibleName(/5 minutes/);
    await expect(chartOf(1)).not.toHaveAccessibleName(/, 5 minutes/);
    await page.reload();
    await expect(chartOf(2)).toHaveAccessibleName(/5 minutes/);
    await expect(chartOf(3)).toHaveAccessibleName(/KCE/);
  });
});
