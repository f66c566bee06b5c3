// @vitest-environment jsdom
import type { AuthState } from '@mua/contract/entities/auth-state';
import { readMe } from '@mua/contract/http/investors';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTH_COOKIE, useAuth } from '#session/auth-store.ts';
import { browserCookieHost, createCookieStorage } from '#session/cookie-storage.ts';
import { callAs } from '#signed-in/actor.ts';
import { withBrowserSessionLock } from '#signed-in/browser-session-lock.ts';
import { endSessionWhenUnauthorized, reportUnauthorized } from '#signed-in/unauthorized.ts';

const queryClient = new QueryClient();
const onEnded = vi.fn();
let stop = () => {};

const account = (userId: string, value = `slot-${userId}`) => ({ user: { userId }, accessToken: { value } });
const users = () => useAuth.getState().accounts.map(({ user }) => user.userId);

vi.stubEnv('VITE_APP_NAME', 'Mùa');

beforeEach(() => {
  onEnded.mockClear();
  useAuth.getState().signOutAll();
  for (const userId of ['an', 'binh', 'chi']) useAuth.getState().addAccount(account(userId));
  stop = endSessionWhenUnauthorized(queryClient, onEnded);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

type Accounts = readonly ReturnType<typeof account>[];

function stateOf(accounts: Accounts): AuthState {
  const [first] = accounts;
  return {
    isAuth: first !== undefined,
    accessToken: first?.accessToken ?? null,
    accounts: [...accounts],
    activeUserId: first?.user.userId ?? null,
  };
}

/** Writes what another tab of this browser stores, which this page has not read yet. */
function anotherTabKeeps(...accounts: Accounts): void {
  createCookieStorage(browserCookieHost, 7).write(AUTH_COOKIE, JSON.stringify(stateOf(accounts)));
}

/** Stubs the server's answer about this browser’s session. */
function browserSessionHas(...accounts: Accounts): void {
  vi.stubGlobal('fetch', async () => Response.json(stateOf(accounts)));
}

test.each([
  ['a handle that was renewed since', { userId: 'chi', value: 'slot-chi-before' }],
  ['somebody who is not signed in here', { userId: 'dung', value: 'slot-dung' }],
  ['one account with the handle of another', { userId: 'an', value: 'slot-binh' }],
])('a stale event about %s signs nobody out', async (_, event) => {
  await reportUnauthorized(event);
  expect(users()).toEqual(['an', 'binh', 'chi']);
  expect(onEnded).not.toHaveBeenCalled();
});

test('a true event signs everybody out and notifies the page', async () => {
  browserSessionHas(account('binh'), account('chi'));
  await reportUnauthorized({ userId: 'an', value: 'slot-an' });
  expect(onEnded).toHaveBeenCalledOnce();
  expect(useAuth.getState()).toMatchObject({ isAuth: false, accounts: [] });
});

test('an account that another tab signed out is removed here too, and only that one', async () => {
  anotherTabKeeps(account('an'), account('binh'));
  await reportUnauthorized({ userId: 'chi', value: 'slot-chi' });
  expect(users()).toEqual(['an', 'binh']);
  expect(useAuth.getState().activeUserId).toBe('an');
  expect(onEnded).not.toHaveBeenCalled();
});

test('a handle renewed by another tab is taken over, and the call continues with it', async () => {
  anotherTabKeeps(account('an', 'slot-an-new'), account('binh'), account('chi'));
  const asked = vi.fn(async (_address: string, { headers }: RequestInit) => {
    const slot = new Headers(headers).get('x-account-slot');
    return slot === 'slot-an-new'
      ? Response.json({ userId: 'an' })
      : Response.json({ code: 'Unauthorized', facts: {}, requestId: 'r' }, { status: 401 });
  });
  vi.stubGlobal('fetch', asked);
  expect(await callAs('an', readMe, {})).toEqual({ userId: 'an' });
  expect(asked).toHaveBeenCalledTimes(2);
  expect(useAuth.getState().activeUserId).toBe('chi');
});

test('a handle that the server renewed before the other tab could write it down is asked for', async () => {
  browserSessionHas(account('an'), account('binh'), account('chi', 'slot-chi-new'));
  await reportUnauthorized({ userId: 'chi', value: 'slot-chi' });
  expect(useAuth.getState().accessToken?.value).toBe('slot-chi-new');
  expect(users()).toEqual(['an', 'binh', 'chi']);
  expect(onEnded).not.toHaveBeenCalled();
});

test('a handle the browser session still knows stays: its call crossed a change and is sent again', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address.endsWith('/session')) return Response.json(stateOf([account('an'), account('binh'), account('chi')]));
    return asked.length > 1
      ? Response.json({ userId: 'an' })
      : Response.json({ code: 'Unauthorized', facts: {}, requestId: 'r' }, { status: 401 });
  });
  expect(await callAs('an', readMe, {})).toEqual({ userId: 'an' });
  expect(asked.map((address) => address.split('/').at(-1))).toEqual(['me', 'session', 'me']);
  expect(users()).toEqual(['an', 'binh', 'chi']);
  expect(onEnded).not.toHaveBeenCalled();
});

test('a call refused repeatedly despite a known handle is not retried for ever, and signs nobody out', async () => {
  const asked = vi.fn(async (address: string) =>
    address.endsWith('/session')
      ? Response.json(stateOf([account('an'), account('binh'), account('chi')]))
      : Response.json({ code: 'Unauthorized', facts: {}, requestId: 'r' }, { status: 401 }),
  );
  vi.stubGlobal('fetch', asked);
  await expect(callAs('an', readMe, {})).rejects.toMatchObject({ code: 'Unauthorized' });
  expect(asked).toHaveBeenCalledTimes(8);
  expect(users()).toEqual(['an', 'binh', 'chi']);
});

test('no event is believed before a change of the browser session under way has been answered', async () => {
  let answer = () => {};
  const change = withBrowserSessionLock(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const asked = vi.fn(async () => Response.json(stateOf([account('an'), account('binh'), account('chi')])));
  vi.stubGlobal('fetch', asked);
  const reported = reportUnauthorized({ userId: 'an', value: 'slot-an' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).not.toHaveBeenCalled();
  answer();
  await Promise.all([change, reported]);
  expect(asked).toHaveBeenCalledOnce();
  expect(users()).toEqual(['an', 'binh', 'chi']);
});

test('nobody is signed out while the server cannot be asked', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'TooManyRequests', facts: {}, requestId: 'r' }, { status: 429 }),
  );
  await reportUnauthorized({ userId: 'an', value: 'slot-an' });
  expect(users()).toEqual(['an', 'binh', 'chi']);
  expect(onEnded).not.toHaveBeenCalled();
});

test('a change of the browser session waits until it is known who is in it, or the question would come too late', async () => {
  const order: string[] = [];
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve));
    order.push('answered');
    return Response.json(stateOf([account('an'), account('binh'), account('chi')]));
  });
  const reported = reportUnauthorized({ userId: 'an', value: 'slot-an' });
  await withBrowserSessionLock(async () => order.push('changed'));
  await reported;
  expect(order).toEqual(['answered', 'changed']);
});

test('a session that is over drops the whole browser session, so that nobody returns with the next sign-in', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address.split('/').slice(-1)}`);
    return Response.json(stateOf([account('binh'), account('chi')]));
  });
  await reportUnauthorized({ userId: 'an', value: 'slot-an' });
  expect(asked).toEqual(['GET session', 'POST logout-all']);
});

test('everything is forgotten before the next sign-in of another tab, not after it', async () => {
  browserSessionHas(account('binh'));
  const reported = reportUnauthorized({ userId: 'an', value: 'slot-an' });
  const foundBySignIn = withBrowserSessionLock(async () => users());
  await reported;
  expect(await foundBySignIn).toEqual([]);
});
