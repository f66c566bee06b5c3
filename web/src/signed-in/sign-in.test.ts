// @vitest-environment jsdom
import { type AuthState, SIGNED_OUT } from '@mua/contract/entities/auth-state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTH_COOKIE, authStateFrom, useAuth, withAccount, withoutAccount } from '#session/auth-store.ts';
import { browserCookieHost, createCookieStorage } from '#session/cookie-storage.ts';
import { signIn, signOut, signOutAll } from '#signed-in/sign-in.ts';

vi.stubEnv('VITE_APP_NAME', 'Mùa');

const account = (userId: string) => ({ user: { userId }, accessToken: { value: `slot-${userId}` } });
const BOTH: AuthState = ['an', 'binh'].reduce((state, userId) => withAccount(state, account(userId)), SIGNED_OUT);
const AN = withoutAccount(BOTH, 'binh');

const users = ({ accounts }: AuthState) => accounts.map(({ user }) => user.userId);
/** Returns what other tabs of this browser read. */
const kept = () => authStateFrom(JSON.parse(createCookieStorage(browserCookieHost, 7).read(AUTH_COOKIE) ?? 'null'));
const refusal = (status: number, code: string) => Response.json({ code, facts: {}, requestId: 'r' }, { status });

beforeEach(() => useAuth.getState().replace(BOTH));
afterEach(() => {
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

test('a sign-out is written down before the server is asked, and applied here once it has answered', async () => {
  const before: string[][] = [];
  vi.stubGlobal('fetch', async () => {
    before.push(users(kept()), users(useAuth.getState()));
    return Response.json(AN);
  });
  await signOut('binh');
  expect(before).toEqual([['an'], ['an', 'binh']]);
  expect(users(useAuth.getState())).toEqual(['an']);
});

test('the answer to a sign-out is taken even if the tab is closed', async () => {
  const asked = vi.fn(async (_address: string, _init: RequestInit) => Response.json(AN));
  vi.stubGlobal('fetch', asked);
  await signOut('an');
  await signOutAll();
  expect(asked.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, true]);
});

test('a sign-in ends with its tab; otherwise it would stay in the browser session unknown to any tab', async () => {
  const asked = vi.fn(async (_address: string, _init: RequestInit) => Response.json(AN));
  vi.stubGlobal('fetch', asked);
  await signIn({ username: 'an@mua.demo', password: 'x' });
  expect(asked.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([false]);
});

test('an account found in the browser session that no tab knows is signed out before anything is shown', async () => {
  useAuth.getState().signOutAll();
  const asked = vi.fn(async (address: string, _init: RequestInit) =>
    Response.json(address.endsWith('/logout') ? AN : { ...BOTH, activeUserId: 'an' }),
  );
  vi.stubGlobal('fetch', asked);
  await signIn({ username: 'an@mua.demo', password: 'x' });
  expect(users(useAuth.getState())).toEqual(['an']);
  const [, logout] = asked.mock.calls;
  expect(logout?.[0]).toMatch(/\/logout$/);
  expect(logout?.[1].headers).toMatchObject({ 'x-account-slot': 'slot-binh' });
});

test('an account added by another tab meanwhile stays, for a visitor too', async () => {
  useAuth.getState().signOutAll();
  createCookieStorage(browserCookieHost, 7).write(AUTH_COOKIE, JSON.stringify(BOTH));
  vi.stubGlobal('fetch', async () => Response.json(withAccount(BOTH, account('chi'))));
  await signIn({ username: 'chi@mua.demo', password: 'x' });
  expect(users(useAuth.getState())).toEqual(['an', 'binh', 'chi']);
});

test('a plain refusal takes the note back', async () => {
  vi.stubGlobal('fetch', async () => refusal(429, 'TooManyRequests'));
  await expect(signOut('binh')).rejects.toMatchObject({ code: 'TooManyRequests' });
  expect(users(kept())).toEqual(['an', 'binh']);
});

test('without an answer the note stays: a later 401 of that account signs out nobody else', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  await expect(signOut('binh')).rejects.toMatchObject({ code: 'RequestTimeout' });
  expect(users(kept())).toEqual(['an']);
  expect(users(useAuth.getState())).toEqual(['an', 'binh']);
});

test('an account signed out elsewhere meanwhile is simply removed', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/session') ? Response.json(AN) : refusal(401, 'Unauthorized'),
  );
  await signOut('binh');
  expect(users(useAuth.getState())).toEqual(['an']);
});

test('makes no call for an account that is not signed in here', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  await signOut('chi');
  expect(asked).not.toHaveBeenCalled();
});
