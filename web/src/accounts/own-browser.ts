/**
 * This browser's part of Web Push (record 181): whether it can be notified, its subscription, and that the server knows
 * the one that it has.
 */
import { PUSH_DEVICE_ID_LETTERS } from '@mua/contract/entities/push-device';
import { addPushDevice } from '@mua/contract/http/push';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { pushDevicesQuery, removeDevice } from '#accounts/push-devices.ts';
import { subscriptionBody } from '#push-worker/push-events.ts';
import { keepOwnPush, readOwnPush } from '#session/own-push.ts';
import { callAs } from '#signed-in/actor.ts';

/**
 * - `install`: an iPhone or iPad notifies only for what is on its home screen
 * - `unable`: it has no Web Push, or keeps nothing beside the page
 * - `blocked`: its owner has forbidden it here, and only they can allow it again
 * - `able`: it can be asked; it is notified if the server lists it
 */
export type BrowserStand = 'install' | 'unable' | 'blocked' | 'able';

export interface OwnBrowser {
  readonly stand: BrowserStand;
  /** Of its subscription; null without one. */
  readonly deviceId: string | null;
}

export const ownBrowserQuery = queryOptions({
  queryKey: ['own-browser'] as const,
  queryFn: async (): Promise<OwnBrowser> => {
    const stand = browserStand();
    if (stand !== 'able') return { stand, deviceId: null };
    return { stand, deviceId: await currentDeviceId() };
  },
});

/** Of the subscription that the browser has at this moment; null without one. */
async function currentDeviceId(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? deviceIdOf(subscription.endpoint) : null;
}

export function browserStand(): BrowserStand {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isApplePhone() && !isInstalled() ? 'install' : 'unable';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

/** An iPad says that it is a Mac; no Mac has fingers. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** As the server names it: the first letters of the base64url of the endpoint's SHA-256. */
export async function deviceIdOf(endpoint: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  const text = btoa(String.fromCharCode(...digest));
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, PUSH_DEVICE_ID_LETTERS);
}

/** The browser asks its owner first: call it from a click. False if they said no. Throws `CallError`. */
export async function notifyHere(client: QueryClient, userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') {
    await client.invalidateQueries({ queryKey: ownBrowserQuery.queryKey });
    return false;
  }
  const { publicKey } = await client.fetchQuery(pushDevicesQuery(userId));
  await tellServer(client, userId, await subscriptionFor(publicKey));
  return true;
}

/** Throws `CallError`. */
export async function stopHere(client: QueryClient, userId: string, deviceId: string): Promise<void> {
  await removeDevice(client, userId, deviceId);
  await forgetHere();
  await client.invalidateQueries({ queryKey: ownBrowserQuery.queryKey });
}

/**
 * Once for each page that its owner opens here: the session may be another one, the subscription may have changed, and
 * one that somebody has ended elsewhere ends here too. What the service worker has subscribed anew is known to the server
 * under its new id and goes on. Another's is left alone.
 */
export async function lookAfterHere(client: QueryClient, userId: string): Promise<void> {
  const own = readOwnPush();
  if (own?.userId !== userId) return;
  const { publicKey, items } = await client.fetchQuery(pushDevicesQuery(userId));
  const currentId = await currentDeviceId();
  const known =
    items.find(({ deviceId }) => deviceId === own.deviceId) ?? items.find(({ deviceId }) => deviceId === currentId);
  if (!known || browserStand() !== 'able' || Notification.permission !== 'granted') return forgetHere();
  const subscription = await subscriptionFor(publicKey);
  const deviceId = await deviceIdOf(subscription.endpoint);
  if (deviceId === known.deviceId && known.isThisSession) return keepOwnPush({ userId, deviceId });
  await tellServer(client, userId, subscription);
  if (deviceId !== known.deviceId) await removeDevice(client, userId, known.deviceId);
}

async function tellServer(client: QueryClient, userId: string, subscription: PushSubscription): Promise<void> {
  const body = subscriptionBody(subscription);
  client.setQueryData(pushDevicesQuery(userId).queryKey, await callAs(userId, addPushDevice, { body }));
  keepOwnPush({ userId, deviceId: await deviceIdOf(subscription.endpoint) });
  await client.invalidateQueries({ queryKey: ownBrowserQuery.queryKey });
}

const WORKER_MS = 15_000;

/**
 * Throws where none comes up: its installation failed, and the browser would say nothing for ever. One that is being
 * installed is waited for: it fetches the whole client, which takes its time on a slow line.
 */
async function runningWorker(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  let timer: ReturnType<typeof setInterval> | undefined;
  const failed = new Promise<never>((_, reject) => {
    const look = async () => {
      const registration = await serviceWorker.getRegistration();
      if (!registration?.installing) reject(new Error('no service worker'));
    };
    timer = setInterval(() => void look(), WORKER_MS);
  });
  return Promise.race([serviceWorker.ready, failed]).finally(() => clearInterval(timer));
}

/** The one there is, unless it was made for another key; else a new one. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await runningWorker();
  const known = await pushManager.getSubscription();
  if (known && isFor(publicKey, known)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function isFor(publicKey: string, { options }: PushSubscription): boolean {
  const key = options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

async function forgetHere(): Promise<void> {
  keepOwnPush(null);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
