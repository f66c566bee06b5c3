/**
 * Web Push from the page of alerts to a notification: the browser's own push service can't be reached from here, so it
 * subscribes at one of the tests, which decrypts what the server sends; what arrived is then given to the real worker.
 */

import { CALM, expect, expectAccessible, signIn, test } from '#stage.ts';
import {
  type StageBrowser,
  type StagePushService,
  startPushService,
} from '../../../server/test/fixtures/push-service.ts';

/** Agreed beforehand, because the product is told where it may call; none that the system hands out by itself. */
const PORT = 18_166;

test.use({
  settings: { ...CALM, SEED: '66', PUSH_SERVICES: `http://127.0.0.1:${PORT}` },
  serviceWorkers: 'allow',
});

let service: StagePushService;
test.beforeAll(async () => {
  service = await startPushService(PORT);
});
test.afterAll(() => service.close());

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

  // A sign-out ends it: the server calls nobody any more.
  await page.request.post(`${stage.product.url}/api/investor/logout-all`, { headers: { 'x-csrf': '1' }, data: {} });
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/account-overview/alerts`);
  await expect(card.getByText('Chưa bật trên máy nào')).toBeVisible();
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
