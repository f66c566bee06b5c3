/**
 * News that leaves the page, set up on the page of alerts. Web Push up to a notification: the browser's own push service
 * can't be reached from here, so it subscribes at one of the tests, which decrypts what the server sends; what arrived is
 * then given to the real worker. And a Zalo of the tests, to which somebody sends the code that the page shows.
 */

import { CALM, expect, expectAccessible, signIn, test } from '#stage.ts';
import {
  type StageBrowser,
  type StagePushService,
  startPushService,
} from '../../../server/test/fixtures/push-service.ts';
import { zaloSettings } from '../../../server/test/fixtures/zalo-account.ts';
import { signedEvent, written, ZaloService } from '../../../server/test/fixtures/zalo-service.ts';

/** Agreed beforehand, because the product is told where it may call; none that the system hands out by itself. */
const PORT = 18_166;
const ZALO_PORT = 18_167;

test.use({
  settings: {
    ...CALM,
    SEED: '66',
    PUSH_SERVICES: `http://127.0.0.1:${PORT}`,
    ...zaloSettings(`http://127.0.0.1:${ZALO_PORT}`),
  },
  serviceWorkers: 'allow',
});

let service: StagePushService;
const zalo = new ZaloService();
test.beforeAll(async () => {
  service = await startPushService(PORT);
  await zalo.open(ZALO_PORT);
});
test.afterAll(async () => {
  await service.close();
  await zalo.close();
});

test('a device is turned on, tested, and shows what arrives', async ({ page, context, stage }) => {
  let device: StageBrowser | undefined;
  await page.exposeFunction('subscribeAtStage', (publicKey: string) => {
    device = service.subscribe(publicKey);
    return device.subscription;
  });
  await page.addInitScript(letBrowserSubscribe);
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/account-overview/alerts`);
  const card = page.getByTestId('channel-push');
  await card.getByRole('button', { name: 'Nhận trên máy này' }).click();
  await expect(page.getByTestId('push-devices').getByText('máy này', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Gửi thử: Thông báo đẩy' }).click();
  await expect(page.getByTestId('tested-push')).toHaveText(/^Đã tới sau \d+(,\d)? s$/);
  await expectAccessible(page);
  const payload = device?.received[0]?.payload;
  expect(payload).toMatchObject({ language: 'vi', url: expect.stringMatching(/^\//) });

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const shown = await worker.evaluate(showPushed, JSON.stringify(payload));
  expect(shown).toEqual([payload?.title, expect.objectContaining({ body: payload?.text, tag: payload?.topic })]);

  // A sign-out ends it: the server calls nobody any more. The page is left before: it would take the cookies of whoever
  // signs in beside it, without its turn, as those of the session that has ended.
  await page.goto('about:blank');
  await page.request.post(`${stage.product.url}/api/investor/logout-all`, { headers: { 'x-csrf': '1' }, data: {} });
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/account-overview/alerts`);
  await expect(card.getByText('Chưa bật trên máy nào')).toBeVisible();
});

test('Zalo is linked by a code that is sent there, tested, and ended', async ({ page, stage }) => {
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/account-overview/alerts`);
  const card = page.getByTestId('channel-zalo');
  await expect(card.getByText('Chưa nối')).toBeVisible();
  await card.getByRole('button', { name: 'Nối Zalo' }).click();
  await page.getByTestId('step-up-password').fill('Mua@2026');
  await page.keyboard.press('Enter');
  const shown = card.getByTestId('code-zalo');
  await expect(shown).toHaveText(/^\w{4}-\w{4}$/);
  const code = (await shown.textContent()) ?? '';
  await expect(card.getByRole('link', { name: 'Mở Zalo' })).toHaveAttribute('href', /^https:\/\/zalo\.me\/\d+$/);
  await expectAccessible(page);

  const { payload, headers } = signedEvent(written(code, '6100000000000004821'), Date.now());
  const told = await fetch(`${stage.product.url}/api/hooks/zalo`, { method: 'POST', headers, body: payload });
  expect(told.status).toBe(200);
  // The page sees it by itself.
  await expect(card.getByText('Nguyễn An')).toBeVisible();
  await expect(shown).toBeHidden();
  await card.getByRole('button', { name: 'Gửi thử: Zalo' }).click();
  await expect(page.getByTestId('tested-zalo')).toHaveText(/^Đã tới sau \d+(,\d)? s$/);
  expect(zalo.said.map(({ text }) => text)).toEqual([
    expect.stringContaining('Đã nối với Mùa'),
    expect.stringContaining('Tin thử từ Mùa'),
  ]);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Ngắt Zalo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ngắt Zalo' }).click();
  await expect(card.getByText('Chưa nối')).toBeVisible();
});

/** In the page: what a browser has whose owner allows notifications. The headless one has neither. */
function letBrowserSubscribe(): void {
  const { subscribeAtStage } = window as unknown as {
    subscribeAtStage(publicKey: string): Promise<{ endpoint: string; keys: object }>;
  };
  let current: object | null = null;
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
  PushManager.prototype.subscribe = async (options) => {
    const publicKey = String(options?.applicationServerKey);
    const subscription = await subscribeAtStage(publicKey);
    const letters = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'));
    current = {
      endpoint: subscription.endpoint,
      options: { applicationServerKey: Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer },
      toJSON: () => subscription,
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
    return current as PushSubscription;
  };
}

/** In the worker: an event as its push service causes one, and what it shows. */
async function showPushed(data: string): Promise<unknown> {
  const scope = globalThis as unknown as {
    registration: { showNotification: (...shown: unknown[]) => Promise<void> };
    PushEvent: new (name: string, init: { data: string }) => Event;
  };
  return new Promise((resolve, reject) => {
    scope.registration.showNotification = async (...shown) => resolve(shown);
    const event = new scope.PushEvent('push', { data });
    // Only the browser's own events may be waited for.
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => work.catch(reject) });
    globalThis.dispatchEvent(event);
  });
}
