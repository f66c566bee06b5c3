// @vitest-environment jsdom
/** This browser's subscription: told to the server for whom it is, looked after, and ended where it was ended elsewhere. */
import { webcrypto } from 'node:crypto';
import type { PushDevice } from '@mua/contract/entities/push-device';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { browserStand, deviceIdOf, lookAfterHere, notifyHere, stopHere } from '#accounts/own-browser.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { keepOwnPush, readOwnPush } from '#session/own-push.ts';
import { answer, fetched, preparePages } from '#test/page.tsx';

const KEY = 'BKey';
const { userId } = ACTOR;

interface Fake {
  readonly endpoint: string;
  readonly options: { readonly applicationServerKey: ArrayBuffer };
  toJSON(): object;
  unsubscribe(): Promise<boolean>;
}

/** What the browser has now, and what it answers when it is asked. */
let subscription: Fake | null;
let answered: NotificationPermission;
let devices: PushDevice[];
let sent: [method: string, path: string][];
let made: number;

function fake(endpoint: string, key = KEY): Fake {
  return {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      subscription = null;
      return true;
    },
  };
}

preparePages();

beforeEach(() => {
  [subscription, answered, devices, sent, made] = [null, 'granted', [], [], 0];
  keepOwnPush(null);
  // jsdom has no subtle one.
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return answered;
    },
    requestPermission: async () => answered,
  });
  const pushManager = {
    getSubscription: async () => subscription,
    async subscribe() {
      made += 1;
      subscription = fake(`https://push.example/${made}`);
      return subscription;
    },
  };
  vi.stubGlobal('navigator', {
    ...{ userAgent: 'Chrome', maxTouchPoints: 0, language: 'vi', onLine: true },
    serviceWorker: { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) },
  });
  fetched.mockImplementation(async (address, init) => {
    const { pathname } = new URL(String(address), 'http://mua.test');
    const method = init?.method ?? 'GET';
    sent.push([method, pathname.replace('/api/investor/push', '')]);
    if (method === 'POST') devices = [await device(JSON.parse(String(init?.body)).endpoint)];
    if (method === 'DELETE') devices = devices.filter(({ deviceId }) => !pathname.endsWith(deviceId));
    return answer(200, { publicKey: KEY, items: devices });
  });
});

const device = async (endpoint: string, isThisSession = true): Promise<PushDevice> => ({
  ...{ deviceId: await deviceIdOf(endpoint), name: 'Chrome', isThisSession },
  ...{ addedAt: '2026-11-20T05:00:00.000Z', lastSentAt: null, failingSince: null },
});
const client = () => new QueryClient();
const changes = () => sent.filter(([method]) => method !== 'GET');

test('an id is what the server makes of the same endpoint', async () => {
  expect(await deviceIdOf('https://push.example/1')).toBe('W6Ff_5ZfRK-lWqT6TVK5Sw');
});

test('whoever allows it is notified here, until they stop it', async () => {
  const cache = client();
  expect(await notifyHere(cache, userId)).toBe(true);
  const deviceId = await deviceIdOf('https://push.example/1');
  expect(readOwnPush()).toEqual({ userId, deviceId });
  await stopHere(cache, userId, deviceId);
  expect(changes()).toEqual([
    ['POST', ''],
    ['DELETE', `/${deviceId}`],
  ]);
  expect([readOwnPush(), subscription]).toEqual([null, null]);
});

test('a worker that is being installed is waited for, and one that is not there is told of', async () => {
  vi.useFakeTimers();
  const { ready } = navigator.serviceWorker;
  const registration = { installing: {} as ServiceWorker | null };
  let come = (): void => {};
  Object.assign(navigator.serviceWorker, {
    ready: new Promise((resolve) => {
      come = () => resolve(ready);
    }),
    getRegistration: async () => registration,
  });
  const told = notifyHere(client(), userId).then(String, String);
  await vi.advanceTimersByTimeAsync(60_000);
  come();
  expect(await told).toBe('true');
  Object.assign(navigator.serviceWorker, { ready: new Promise(() => {}) });
  registration.installing = null;
  const failed = notifyHere(client(), userId).then(String, String);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await failed).toBe('Error: no service worker');
  vi.useRealTimers();
});

test('whoever forbids it is not asked for more', async () => {
  answered = 'denied';
  expect(await notifyHere(client(), userId)).toBe(false);
  expect([made, changes()]).toEqual([0, []]);
  expect(browserStand()).toBe('blocked');
});

test('a subscription for another key is made anew', async () => {
  subscription = fake('https://push.example/old', 'BOther00');
  await notifyHere(client(), userId);
  expect(readOwnPush()?.deviceId).toBe(await deviceIdOf('https://push.example/1'));
});

/** Notified here, as the server lists it. */
async function subscribed(endpoint: string, isThisSession: boolean): Promise<void> {
  subscription = fake(endpoint);
  devices = [await device(endpoint, isThisSession)];
  keepOwnPush({ userId, deviceId: await deviceIdOf(endpoint) });
}

test('in the session that it was added in, there is nothing to do', async () => {
  await subscribed('https://push.example/1', true);
  await lookAfterHere(client(), userId);
  expect(changes()).toEqual([]);
});

test('in a new session of the same investor the server is told', async () => {
  await subscribed('https://push.example/1', false);
  await lookAfterHere(client(), userId);
  expect(changes()).toEqual([['POST', '']]);
});

test('what the browser has changed takes the place of what it was', async () => {
  await subscribed('https://push.example/1', true);
  const before = devices[0]?.deviceId;
  subscription = fake('https://push.example/2');
  await lookAfterHere(client(), userId);
  expect(changes()).toEqual([
    ['POST', ''],
    ['DELETE', `/${before}`],
  ]);
});

test('what the service worker has subscribed anew goes on under its new id', async () => {
  await subscribed('https://push.example/1', true);
  subscription = fake('https://push.example/2');
  devices = [await device('https://push.example/2')];
  await lookAfterHere(client(), userId);
  expect(subscription).not.toBeNull();
  expect(readOwnPush()).toEqual({ userId, deviceId: await deviceIdOf('https://push.example/2') });
  expect(changes()).toEqual([]);
});

test('what was ended elsewhere ends here', async () => {
  await subscribed('https://push.example/1', true);
  devices = [];
  await lookAfterHere(client(), userId);
  expect([readOwnPush(), subscription, changes()]).toEqual([null, null, []]);
});

test('another’s is left alone', async () => {
  await subscribed('https://push.example/1', true);
  keepOwnPush({ userId: 'another', deviceId: 'x' });
  await lookAfterHere(client(), userId);
  expect(sent).toEqual([]);
  expect(subscription).not.toBeNull();
});
