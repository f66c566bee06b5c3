/**
 * Shows network failures from a user's view: offline and back, the server killed and restarted, a silent feed, a
 * machine that slept, slow replies; and the indicator of all this, on a desktop, on a phone and while signing in. The
 * page's clock is advanced where waiting would take longer than a few seconds.
 */
import { CLOSE_CODES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import { DIALOG, expect, expectAccessible, signIn, test } from '#stage.ts';

/** Part of a subscription that names the message after which it resumes. */
const RESUMING = '"afterSeq":';

const indicator = (page: Page) => page.getByTestId('network-indicator');
const panel = (page: Page) => page.getByTestId('network-panel');
const connection = (page: Page, name: string) => panel(page).getByTestId(`connection-${name}`);

test('the browser goes offline and online again: all of it is reported, and the feeds recover by themselves', async ({
  page,
  context,
  stage,
}) => {
  const endLost = await keepLostSockets(page);
  await page.clock.install();
  await signIn(page, stage.product.url);
  await page.goto(stage.product.url);
  await expect(page.getByTestId('row-ZCEZ26')).toBeVisible();
  await indicator(page).focus();
  await page.keyboard.press('Enter');
  await expectConnected(page, 'investor', 'market');
  await expectStatus(page, 'good');
  await expect(panel(page)).toContainText('Trình duyệt có mạng');
  await expect(panel(page).getByTestId('ping-last')).toContainText(/\d ms/);
  await expectAccessible(page, DIALOG);

  // This is immediate: no timer checks the sockets, and they have not noticed yet.
  await standStill(page, 1_000);
  await context.setOffline(true);
  await expectStatus(page, 'disconnected');
  await expect(page.getByRole('status').filter({ hasText: /^Mất kết nối$/ })).toHaveCount(1);
  await expect(panel(page)).toContainText('Trình duyệt mất mạng');
  for (const name of ['investor', 'market']) {
    await expect(connection(page, name)).toHaveAttribute('data-state', 'disconnected');
  }
  await expect(panel(page).getByTestId('reconnect')).toBeDisabled();

  endLost();
  await page.clock.resume();
  await context.setOffline(false);
  await expectConnected(page, 'investor', 'market');
  await expectStatus(page, 'good');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(indicator(page)).toBeFocused();
});

test.describe('with the offline shell', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the server is killed and restarted: an error that can be acted on, and a page that recovers without it', async ({
    page,
    stage,
  }) => {
    await page.clock.install();
    await page.goto(stage.product.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await indicator(page).click();
    await expectConnected(page, 'market');
    // A visitor has no account connection, and none that is down.
    await expect(connection(page, 'investor')).toContainText('Kết nối này cần đăng nhập');
    // It would try by itself some seconds later, and offer to load the page anew.
    await standStill(page, 1_000);
    await stage.product.kill();
    await expectStatus(page, 'disconnected');
    await panel(page).getByTestId('reconnect').click();
    await page.clock.resume();
    await expect(panel(page)).toContainText('Lỗi kết nối, vui lòng tải lại trang');
    await expect(panel(page)).toContainText('Kết nối 2 không thành công: websocket error');
    await expect(panel(page).getByRole('button', { name: 'Tải lại trang' })).toBeVisible();
    await expectAccessible(page, DIALOG);

    await stage.startAgain();
    await pushUntil(page, 'good');
    await expectConnected(page, 'market');
    await expect(panel(page)).not.toContainText('Lỗi kết nối');
  });
});

test('a connected but silent feed is reported, blocks the ticket, and is reopened by hand', async ({ page, stage }) => {
  const wire = await proxySockets(page);
  await page.clock.install();
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  await indicator(page).click();
  await expectConnected(page, 'investor', 'market');
  await expect(page.getByTestId('send-order')).toContainText('ZCEZ26');
  wire.mode = 'silent';
  await pushUntil(page, 'stalled');
  await expect(connection(page, 'market')).toContainText(/Dữ liệu đứng từ \d/);
  await expect(page.getByTestId('send-order')).toContainText('Chưa có kết nối giá');

  // Each by its own last word: whoever stands is opened anew, all at once.
  for (const name of ['investor', 'market'])
    await pushOn(page, async () => (await stateOf(connection(page, name))) === 'stalled');
  wire.mode = 'refusing';
  await panel(page).getByTestId('reconnect').click();
  // They reconnect one after another, a second apart.
  await pushUntil(page, 'disconnected');
  await pushOn(page, () => panel(page).getByText('Không thể kết nối 2 socket').isVisible());
  wire.mode = 'well';
  await panel(page).getByTestId('reload-page').click();
  await expect(panel(page)).toHaveCount(0);
  await indicator(page).click();
  await expectConnected(page, 'investor', 'market');
  await expect(page.getByTestId('send-order')).toContainText('ZCEZ26');
});

test('after a sleep the feeds resume where they were, and queries are read again', async ({ page, stage }) => {
  const [asked, received]: [string[], string[]] = [[], []];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => asked.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  await page.clock.install();
  await signIn(page, stage.product.url);
  await page.goto(stage.product.url);
  await expect(page.getByTestId('row-ZCEZ26')).toBeVisible();
  await indicator(page).click();
  await expectConnected(page, 'investor', 'market');
  // A stream without its first snapshot has no position to resume from.
  for (const stream of ['"accountId"', '"prices"']) await expectFrame(received, '"snapshot"', stream);
  expect(asked.filter((frame) => frame.includes(RESUMING))).toEqual([]);
  const readAgain = page.waitForRequest(/\/api\/market\/contracts(\?|$)/);
  // The clock stands still from here on: what silence would cause some seconds later does not happen.
  await standStill(page, 1_000);
  await page.clock.fastForward(LIMITS.sleepGapMs + 5_000);
  await readAgain;
  for (const stream of ['"accountId"', '"prices"']) await expectFrame(asked, '"subscribe"', stream, RESUMING);
  await expectConnected(page, 'investor', 'market');
});

test('failed checks make the connection weak, each with its number, until one is answered', async ({ page, stage }) => {
  await page.clock.install();
  await page.goto(stage.product.url);
  await indicator(page).click();
  await expectConnected(page, 'market');
  await page.route('**/favicon.ico?t=*', (route) => route.abort());
  await pushToPing(page);
  await expectStatus(page, 'weak');
  await expect(panel(page).getByTestId('ping').last()).toHaveText('5000');
  await expect(panel(page).getByTestId('ping').last()).toHaveAttribute('data-tone', 'slow');
  await expect(panel(page).getByTestId('ping-last')).toContainText('5000 ms');
  await page.unroute('**/favicon.ico?t=*');
  await pushToPing(page);
  await expectStatus(page, 'good');
});

test('a phone shows what is wrong above its navigation, and a link to it while all is well', async ({
  page,
  context,
  stage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stage.product.url}/login`);
  await expectStatus(page, 'good');
  await indicator(page).click();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(stage.product.url);
  await page.getByRole('button', { name: 'Cài đặt' }).click();
  await page.getByTestId('open-network').click();
  await expect(panel(page)).toContainText('Tốt');
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);

  const notice = page.getByTestId('network-notice');
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await notice.click();
  await expect(panel(page)).toContainText('Trình duyệt mất mạng');
  await page.keyboard.press('Escape');
  await expect(notice).toBeFocused();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});

test('a reader disconnected as too slow is told, and resumes by itself where it was', async ({ page, stage }) => {
  const [asked, received]: [string[], string[]] = [[], []];
  const cut: (() => void)[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      asked.push(String(message));
      server.send(message);
    });
    server.onMessage((message) => {
      received.push(String(message));
      socket.send(message);
    });
    cut.push(() => void socket.close({ code: CLOSE_CODES.slowReader }));
  });
  await page.clock.install();
  await page.goto(stage.product.url);
  await indicator(page).click();
  await expectConnected(page, 'market');
  await expectFrame(received, '"snapshot"', '"prices"');
  // The connection stays closed until it has been checked.
  await standStill(page, 5_000);
  for (const close of cut) close();
  await expectStatus(page, 'disconnected');
  await expect(connection(page, 'market')).toHaveAttribute('data-state', 'disconnected');
  await expect(connection(page, 'market')).toContainText('Mất kết nối');
  await expect(panel(page).getByTestId('reconnect')).toBeEnabled();
  asked.length = 0;
  await page.clock.resume();
  await expectConnected(page, 'market');
  await expectStatus(page, 'good');
  await expectFrame(asked, '"subscribe"', '"prices"', RESUMING);
});

/** Expects one of these frames, now or soon, to have each part. */
function expectFrame(frames: readonly string[], ...parts: readonly string[]): Promise<void> {
  return expect.poll(() => frames.some((frame) => parts.every((part) => frame.includes(part)))).toBe(true);
}

/** Checks the open popup first: before its sockets exist, a page has none that could be down. */
async function expectConnected(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await expect(connection(page, name)).toHaveAttribute('data-state', 'connected');
}

async function expectStatus(page: Page, status: string): Promise<void> {
  await expect(indicator(page).first()).toHaveAttribute('data-state', status);
}

/** Stops the page's clock so soon; a machine that was away for longer is asked again, whose clock stands by then. */
async function standStill(page: Page, aheadMs: number): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
  }).toPass();
}

/** Advances the page's clock in steps in which the network has time to answer. */
async function pushOn(page: Page, isThere: () => Promise<boolean>, stepMs = 1_000): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await isThere()) return true;
        await page.clock.runFor(stepMs);
        return isThere();
      },
      { intervals: [50] },
    )
    .toBe(true);
}

function pushUntil(page: Page, status: string): Promise<void> {
  return pushOn(page, async () => (await stateOf(indicator(page))) === status);
}

/** Advances to the next check, and no further: a clock moved while a check waits makes it slow. */
async function pushToPing(page: Page): Promise<void> {
  let isSent = false;
  page.once('request', function note(request) {
    if (request.method() === 'HEAD') isSent = true;
    else page.once('request', note);
  });
  await page.clock.runFor(LIMITS.pingIntervalMs - 1_500);
  await pushOn(page, async () => isSent, 100);
}

function stateOf(element: Locator): Promise<string | null> {
  return element.first().getAttribute('data-state');
}

/** Routes every socket through here: on to the server, without its answers, or refused. */
async function proxySockets(page: Page): Promise<{ mode: 'well' | 'silent' | 'refusing' }> {
  const wire: { mode: 'well' | 'silent' | 'refusing' } = { mode: 'well' };
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (wire.mode === 'refusing') return refuse(socket);
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (wire.mode === 'well') socket.send(message);
    });
  });
  return wire;
}

/** Keeps sockets that don't notice that the network is gone, as when a cable is pulled; the returned call ends them. */
async function keepLostSockets(page: Page): Promise<() => void> {
  const lost: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onClose(() => void lost.push(socket));
  });
  return () => {
    for (const socket of lost.splice(0)) void socket.close();
  };
}

/** Acts as a server that is overloaded: it greets, and lets nobody into a namespace. */
function refuse(socket: WebSocketRoute): void {
  socket.send('0{"sid":"full","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":1000000}');
  socket.onMessage((message) => {
    const space = /^40(\/[^,]+),/.exec(String(message))?.[1];
    if (space !== undefined) socket.send(`44${space},{"message":"TooManyRequests"}`);
  });
}
