import { beforeEach, expect, test, vi } from 'vitest';
import { openPage, showMessage, subscribeAnew, type WorkerScope } from '#push-worker/push-events.ts';

const ORIGIN = 'https://mua.example';
const MESSAGE = {
  ...{ title: 'Tỷ lệ ký quỹ dưới 100%', text: 'Tài khoản số cuối 02', url: '/account-overview' },
  ...{ language: 'vi', topic: 'margin-02' },
};

const showNotification = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => undefined);
const focus = vi.fn(async () => undefined);
const postMessage = vi.fn();
const subscribe = vi.fn(async () => ({
  toJSON: () => ({ endpoint: 'https://push.example/2', expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
}));
const fetched = vi.fn();
let windows: string[];

const scope: WorkerScope = {
  location: { origin: ORIGIN },
  registration: { showNotification, pushManager: { subscribe } },
  clients: { matchAll: async () => windows.map((url) => ({ url, focus, postMessage })), openWindow },
  fetch: fetched,
};

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.clearAllMocks();
  windows = [];
});

test('a message shows in its own words, in the place of an older one of its topic', async () => {
  await showMessage(scope, JSON.stringify(MESSAGE));
  expect(showNotification).toHaveBeenCalledWith('Tỷ lệ ký quỹ dưới 100%', {
    ...{ body: 'Tài khoản số cuối 02', lang: 'vi', tag: 'margin-02', renotify: true },
    ...{ icon: '/icon-192.png', badge: '/icon-192.png', data: { url: '/account-overview' } },
  });
});

test.each(['', 'not json', '"text"', 'null', '{"title":7}'])('something shows of %j', async (sent) => {
  await showMessage(scope, sent);
  expect(showNotification).toHaveBeenCalledWith('Mùa', expect.objectContaining({ body: '' }));
  expect(showNotification).toHaveBeenCalledWith('Mùa', expect.not.objectContaining({ tag: expect.anything() }));
});

test('a click brings the window of its page to the front, and tells it what was clicked', async () => {
  windows = [`${ORIGIN}/`, `${ORIGIN}/account-overview?x=1`];
  await openPage(scope, '/account-overview?seen=3130382d30312e372d30');
  expect(focus).toHaveBeenCalledTimes(1);
  expect(postMessage.mock.calls).toEqual([[{ seen: '3130382d30312e372d30' }]]);
  expect(openWindow).not.toHaveBeenCalled();
});

test('a click tells the window of its page what the notice asks for', async () => {
  windows = [`${ORIGIN}/trading/ZCEZ26`];
  await openPage(scope, '/trading/ZCEZ26?roll=ZCEZ26&seen=3130382d30312e372d30');
  expect(postMessage.mock.calls).toEqual([[{ roll: 'ZCEZ26', seen: '3130382d30312e372d30' }]]);
});

test('a click opens the page with what was clicked where no window shows it, and leaves other windows as they are', async () => {
  windows = [`${ORIGIN}/trading/ZCEZ26`];
  await openPage(scope, '/account-overview?seen=3130382d30312e372d30');
  expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/account-overview?seen=3130382d30312e372d30`);
  expect([focus, postMessage].map(({ mock }) => mock.calls)).toEqual([[], []]);
});

test.each(['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)', 'http://[', undefined, 7])(
  'a click on %j opens our own first page',
  async (url) => {
    await openPage(scope, url);
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/`);
  },
);

test('a subscription that the browser has changed is told to the server', async () => {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ publicKey: 'BKey' })));
  await subscribeAnew(scope);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect(fetched).toHaveBeenLastCalledWith('/api/investor/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } }),
  });
});

test('without anybody signed in nothing is subscribed', async () => {
  fetched.mockResolvedValueOnce(new Response('{}', { status: 401 }));
  await subscribeAnew(scope);
  expect(subscribe).not.toHaveBeenCalled();
});
