/**
 * What the service worker does of Web Push (record 181): it shows what arrives, opens the page that it is about, and
 * subscribes anew where the browser has changed the subscription. It stands beside the offline shell's worker
 * (vite.config.ts) and has nothing of the pages: what it says comes with the message, in its reader's language.
 */

import type { PushMessage } from '@mua/contract/entities/push-message';

export interface Subscription {
  toJSON(): unknown;
}

/** What the server is told of a subscription. */
export interface SubscriptionBody {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

/** What is used of a service worker's global scope. */
export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>;
    readonly pushManager: {
      subscribe(options: {
        readonly userVisibleOnly: true;
        readonly applicationServerKey: string;
      }): Promise<Subscription>;
    };
  };
  readonly clients: {
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  fetch(address: string, init?: RequestInit): Promise<Response>;
}

/** Something is always shown: a browser withdraws the permission of who is sent what nobody sees. */
export async function showMessage(scope: WorkerScope, sent: string): Promise<void> {
  const { title, text, url, language, topic } = messageFrom(sent);
  await scope.registration.showNotification(title, {
    body: text,
    lang: language,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url },
    // What takes the place of an older one is told again.
    ...(topic === '' ? {} : { tag: topic, renotify: true }),
  });
}

function messageFrom(sent: string): PushMessage {
  const title = import.meta.env.VITE_APP_NAME ?? '';
  const message: PushMessage = { title, text: '', url: '/account-overview/alerts', language: '', topic: '' };
  try {
    const read: unknown = JSON.parse(sent);
    if (typeof read !== 'object' || read === null) return message;
    const given = Object.entries(read).filter(([name, value]) => name in message && typeof value === 'string');
    return { ...message, ...Object.fromEntries(given) };
  } catch {
    return message;
  }
}

/**
 * A window that shows the page comes to the front; else the page opens in one of its own, because whatever another window
 * holds may be half filled in. Nothing but our own pages opens. The page learns which notice was clicked, and what it asks
 * for: from its address, or told where it is there already (app/seen-notices.tsx).
 */
export async function openPage(scope: WorkerScope, url: unknown): Promise<void> {
  const page = ownPage(scope, url);
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((one) => new URL(one.url).pathname === page.pathname);
  if (!shown) {
    await scope.clients.openWindow(page.href);
    return;
  }
  shown.postMessage(Object.fromEntries(page.searchParams));
  await shown.focus();
}

function ownPage({ location: { origin } }: WorkerScope, url: unknown): URL {
  const home = new URL('/', origin);
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return home;
  const page = new URL(url, origin);
  return page.origin === origin ? page : home;
}

const ADDRESS = '/api/investor/push';

/**
 * For the browser session's only investor. Where several are signed in, or nobody is, the page does it when it is opened
 * next (accounts/own-browser.ts).
 */
export async function subscribeAnew(scope: WorkerScope): Promise<void> {
  const listed = await scope.fetch(ADDRESS);
  if (!listed.ok) return;
  const { publicKey } = (await listed.json()) as { readonly publicKey: string };
  const subscription = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await scope.fetch(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(subscriptionBody(subscription)),
  });
}

/** What a browser says of it beside is its own. */
export function subscriptionBody(subscription: Subscription): SubscriptionBody {
  const { endpoint, keys } = subscription.toJSON() as SubscriptionBody;
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
