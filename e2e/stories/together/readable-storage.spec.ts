/** Checks what a script of the page can read, and that none of it gives a stranger access. */
import type { Page } from '@playwright/test';
import { expect, jarOf, signInByPage, test } from '#stage.ts';

// The offline shell's storage is searched too.
test.use({ serviceWorkers: 'allow' });

const TRIED_AT_ONCE = 10;

test('nothing that a script can read gives access', async ({ browser, page, stage }) => {
  const { url } = stage.product;
  for (const username of ['an@mua.demo', 'binh@mua.demo', '0901000003']) await signInByPage(page, url, username);
  await page.goto(`${url}/trading/ZCEZ26`);
  await expect(page.getByTestId('account-switcher')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const handles = (await keptAuth(page)).accounts.map(({ accessToken }) => accessToken.value);
  expect(handles).toHaveLength(3);
  const strings = [...handles, ...(await readableStrings(page))];

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${url}/login`);
  const jar = await jarOf(page);
  expect(strings).not.toContain(jar?.value);
  // The check itself works: the real credentials do give access.
  expect(await opens(stranger, url, { cookie: `${jar?.name}=${jar?.value}` })).toBe(true);
  expect(await opensSocket(stranger, await drawTicket(page))).toBe(true);
  const expectUseless = async (value: string) => {
    const cookie = `${jar?.name}=${encodeURIComponent(value)}`;
    expect.soft(await opens(stranger, url, { cookie }), value).toBe(false);
    const authorization = `Bearer ${encodeURIComponent(value)}`;
    expect.soft(await opens(stranger, url, { authorization }), value).toBe(false);
    expect.soft(await opensSocket(stranger, value), value).toBe(false);
  };
  // Hundreds of them, each of which waits for three answers.
  for (let at = 0; at < strings.length; at += TRIED_AT_ONCE)
    await Promise.all(strings.slice(at, at + TRIED_AT_ONCE).map(expectUseless));
  await stranger.context().close();
});

/**
 * Returns every text of twenty characters or more in everything that a script of this page may read, whole and in its
 * parts.
 */
async function readableStrings(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(async () => {
    const found = [document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        found.push(JSON.stringify(all.result));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push(request.url);
        const kept = await cache.match(request);
        if (/json|plain/.test(kept?.headers.get('content-type') ?? '')) found.push((await kept?.text()) ?? '');
      }
    }
    return found;
  });
  const whole = texts.flatMap((text) => [text, decoded(text)]);
  return [...new Set(whole.flatMap((text) => text.match(/[\w.:~+/=%-]{20,}/g) ?? []))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Tells whether the server accepts these headers as somebody's. */
async function opens(page: Page, url: string, headers: Record<string, string>): Promise<boolean> {
  const [session, orders] = await Promise.all([
    page.request.get(`${url}/api/investor/session`, { headers }),
    page.request.get(`${url}/api/order/108C000001-01/query`, { headers }),
  ]);
  // A server that answers for other reasons has not looked.
  expect([session.status(), orders.status()]).not.toContain(429);
  return orders.ok() || (session.ok() && (await session.json()).isAuth === true);
}

interface KeptAuth {
  readonly accessToken: { readonly value: string };
  readonly accounts: readonly { readonly accessToken: { readonly value: string } }[];
}

async function keptAuth(page: Page): Promise<KeptAuth> {
  return page.evaluate(() =>
    JSON.parse(decodeURIComponent(/(?:^|; )auth=([^;]*)/.exec(document.cookie)?.[1] ?? 'null')),
  );
}

async function drawTicket(page: Page): Promise<string> {
  const { accessToken } = await keptAuth(page);
  return page.evaluate(async (slot) => {
    const reply = await fetch('/api/session/socket-ticket', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1', 'x-account-slot': slot },
      body: '{}',
    });
    return (await reply.json()).ticket;
  }, accessToken.value);
}

/** Speaks to the investor's namespace by hand: a ticket is the only thing that opens it. */
async function opensSocket(page: Page, ticket: string): Promise<boolean> {
  return page.evaluate(
    (value) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
        socket.onclose = () => resolve(false);
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          if (data.startsWith('0')) socket.send(`40/investor/v1.0,${JSON.stringify({ ticket: value })}`);
          if (!data.startsWith('4')) return;
          resolve(data.startsWith('40/investor/v1.0'));
          socket.close();
        };
      }),
    ticket,
  );
}
