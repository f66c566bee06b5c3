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
/** What other tabs of this browser read. */
const kept = () => authStateFrom(JSON.parse(createCookieStorage(browserCookieHost, 7).read(AUTH_COOKIE) ?? 'null'));
const refusal = (status: number, code: string) => Response.json({ code, facts: {}, requestId: 'r' }, { status });

beforeEach(() => useAuth.getState().replace(BOTH));
afterEach(() => {
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

test('who leaves is written down before the server is asked, and gone here once it has answered', async () => {
  const before: string[][] = [];
  vi.stubGlobal('fetch', async () => {
    before.push(users(kept()), users(useAuth.getState()));
    return Response.json(AN);
  });
  await signOut('binh');
  expect(before).toEqual([['an'], ['an', 'binh']]);
  expect(users(useAuth.getState())).toEqual(['an']);
});

test('whoever goes, the answer is taken though the tab is closed', async () => {
  const asked = vi.fn(async (_address: string, _init: RequestInit) => Response.json(AN));
  vi.stubGlobal('fetch', asked);
  await signOut('an');
  await signOutAll();
  expect(asked.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, true]);
});

test('a sign-in ends with its tab, or it would stand in the browser session with nobody knowing', async () => {
  const asked = vi.fn(async (_address: string, _init: RequestInit) => Response.json(AN));
  vi.stubGlobal('fetch', asked);
  await signIn({ username: 'an@mua.demo', password: 'x' });
  expect(asked.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([false]);
});

test('whom a sign-in finds in the browser session and no tab knows is signed out before anybody is shown', async () => {
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

test('who came in by another tab meanwhile stays, for a visitor too', async () => {
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

test('without an answer the note stays: a later 401 of theirs takes nobody else along', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  await expect(signOut('binh')).rejects.toMatchObject({ code: 'RequestTimeout' });
  expect(users(kept())).toEqual(['an']);
  expect(users(useAuth.getState())).toEqual(['an', 'binh']);
});

test('who was signed out elsewhere meanwhile just goes', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/session') ? Response.json(AN) : refusal(401, 'Unauthorized'),
  );
  await signOut('binh');
  expect(users(useAuth.getState())).toEqual(['an']);
});

test('nobody is asked for who is not signed in here', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  await signOut('chi');
  expect(asked).not.toHaveBeenCalled();
});
