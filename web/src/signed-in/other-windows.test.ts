// @vitest-environment jsdom
/** What windows of a browser tell each other of who is signed in. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTH_COOKIE, useAuth } from '#session/auth-store.ts';
import { browserCookieHost, createCookieStorage } from '#session/cookie-storage.ts';
import { followOtherWindows } from '#signed-in/other-windows.ts';
import { endSessionWhenUnauthorized } from '#signed-in/unauthorized.ts';

/** One channel, whose other end is the test. */
class Channel {
  static posted = 0;
  static opened: Channel | undefined;
  onmessage: (() => void) | null = null;

  constructor() {
    Channel.opened = this;
  }

  postMessage(): void {
    Channel.posted += 1;
  }

  close(): void {
    Channel.opened = undefined;
  }
}

const account = (userId: string, value = `slot-${userId}`) => ({ user: { userId }, accessToken: { value } });
const users = () => useAuth.getState().accounts.map(({ user }) => user.userId);
const onEnded = vi.fn();
let stops: (() => void)[] = [];

vi.stubEnv('VITE_APP_NAME', 'Mùa');

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel);
  onEnded.mockClear();
  useAuth.getState().signOutAll();
  for (const userId of ['an', 'binh']) useAuth.getState().addAccount(account(userId));
  stops = [endSessionWhenUnauthorized(new QueryClient(), onEnded), followOtherWindows()];
  Channel.posted = 0;
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

/** Another window has stored these accounts, and says so. */
function anotherWindowHas(...accounts: ReturnType<typeof account>[]): void {
  const [first] = accounts;
  const state = { isAuth: true, accessToken: first?.accessToken, accounts, activeUserId: first?.user.userId };
  const cookie = createCookieStorage(browserCookieHost, 7);
  if (first) cookie.write(AUTH_COOKIE, JSON.stringify(state));
  else cookie.remove(AUTH_COOKIE);
  vi.stubGlobal('fetch', async () =>
    Response.json({ isAuth: first !== undefined, accessToken: null, accounts, activeUserId: null }),
  );
  Channel.opened?.onmessage?.();
}

test('says when somebody signs in or out, and nothing when another account is looked at', () => {
  useAuth.getState().switchAccount('an');
  expect(Channel.posted).toBe(0);
  useAuth.getState().removeAccount('an');
  expect(Channel.posted).toBe(1);
  useAuth.getState().addAccount(account('chi'));
  expect(Channel.posted).toBe(2);
});

test('follows who signed in elsewhere, and keeps looking at its own', () => {
  anotherWindowHas(account('chi'), account('an'), account('binh'));
  expect(users()).toEqual(['chi', 'an', 'binh']);
  expect(useAuth.getState().activeUserId).toBe('binh');
});

test('takes the first that is left when its own has signed out elsewhere', async () => {
  anotherWindowHas(account('an'));
  await vi.waitFor(() => expect(users()).toEqual(['an']));
  expect(useAuth.getState().activeUserId).toBe('an');
  expect(onEnded).not.toHaveBeenCalled();
});

test('ends when everybody has signed out elsewhere', async () => {
  anotherWindowHas();
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1));
  expect(useAuth.getState().isAuth).toBe(false);
});

test('looks at nothing while nobody is signed in', () => {
  useAuth.getState().signOutAll();
  anotherWindowHas(account('an'));
  expect(users()).toEqual([]);
});
