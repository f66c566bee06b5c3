// @vitest-environment jsdom
import { type AuthState, SIGNED_OUT, type SignedInAccount } from '@mua/contract/entities/auth-state';
import { afterEach, describe, expect, test } from 'vitest';
import { AUTH_COOKIE, authStateFrom, useAuth, withAccount, withActive, withoutAccount } from '#session/auth-store.ts';
import { browserCookieHost, createCookieStorage } from '#session/cookie-storage.ts';

const account = (userId: string, value = `slot-${userId}`): SignedInAccount => ({
  user: { userId },
  accessToken: { value },
});
const signedIn = (...users: string[]): AuthState =>
  users.reduce((state, user) => withAccount(state, account(user)), SIGNED_OUT);
const summary = ({ isAuth, accessToken, accounts, activeUserId }: AuthState) => ({
  isAuth,
  token: accessToken?.value ?? null,
  users: accounts.map(({ user }) => user.userId).join(' '),
  activeUserId,
});

describe('session rules', () => {
  test.each([
    ['adding the first account', signedIn('an'), { token: 'slot-an', users: 'an', activeUserId: 'an' }],
    [
      'adding a second makes it active',
      signedIn('an', 'binh'),
      { token: 'slot-binh', users: 'an binh', activeUserId: 'binh' },
    ],
    [
      'adding a known one renews its handle',
      withAccount(signedIn('an', 'binh'), account('an', 'new')),
      { token: 'new', users: 'an binh', activeUserId: 'an' },
    ],
    ['switching', withActive(signedIn('an', 'binh'), 'an'), { token: 'slot-an', users: 'an binh', activeUserId: 'an' }],
    [
      'switching to a stranger',
      withActive(signedIn('an', 'binh'), 'chi'),
      { token: 'slot-binh', users: 'an binh', activeUserId: 'binh' },
    ],
    [
      'removing the active one',
      withoutAccount(signedIn('an', 'binh', 'chi'), 'chi'),
      { token: 'slot-an', users: 'an binh', activeUserId: 'an' },
    ],
    [
      'removing another one',
      withoutAccount(signedIn('an', 'binh'), 'an'),
      { token: 'slot-binh', users: 'binh', activeUserId: 'binh' },
    ],
  ])('%s', (_case, state, expected) => expect(summary(state)).toEqual({ isAuth: true, ...expected }));

  test('removing the last account signs out', () => expect(withoutAccount(signedIn('an'), 'an')).toEqual(SIGNED_OUT));
});

describe('reading the stored state', () => {
  test.each([
    ['nothing', null],
    ['text', 'x'],
    ['no accounts', { isAuth: true, accessToken: { value: 'x' }, accounts: [], activeUserId: 'an' }],
    ['broken accounts', { isAuth: true, accounts: [{ user: {} }, 7], activeUserId: 'an' }],
  ])('%s reads as signed out', (_case, kept) => expect(authStateFrom(kept)).toEqual(SIGNED_OUT));

  test('the first account becomes active when the stored active one is not in the list', () =>
    expect(authStateFrom({ ...signedIn('an', 'binh'), activeUserId: 'chi' }).activeUserId).toBe('an'));
});

describe('the store', () => {
  afterEach(() => useAuth.getState().signOutAll());

  test('survives a reload in its cookie', async () => {
    useAuth.getState().addAccount(account('an'));
    expect(document.cookie).toContain('auth=');
    const kept = document.cookie;
    useAuth.setState(SIGNED_OUT);
    // biome-ignore lint/suspicious/noDocumentCookie: puts back what the reload would have found.
    document.cookie = kept;
    await useAuth.persist.rehydrate();
    expect(summary(useAuth.getState())).toEqual({ isAuth: true, token: 'slot-an', users: 'an', activeUserId: 'an' });
  });

  test('a session with too many accounts for the cookie survives a reload as well', async () => {
    for (let index = 0; index < 60; index += 1) useAuth.getState().addAccount(account(`user-${index}`, 'h'.repeat(60)));
    expect(document.cookie).toContain('overflow:');
    await useAuth.persist.rehydrate();
    expect(useAuth.getState().accounts).toHaveLength(60);
  });

  test('signing out leaves no cookie', () => {
    useAuth.getState().addAccount(account('an'));
    useAuth.getState().signOutAll();
    expect(document.cookie).not.toContain('auth=');
  });
});

describe('two tabs of one browser', () => {
  const keptByAnother = (state: AuthState) => {
    browserCookieHost.writeCookie(`${AUTH_COOKIE}=${encodeURIComponent(JSON.stringify(state))}; Path=/`);
  };
  const kept = () => authStateFrom(JSON.parse(createCookieStorage(browserCookieHost, 7).read(AUTH_COOKIE) ?? 'null'));
  const now = () => summary(useAuth.getState());

  test('an account added by another tab joins the list, and the account shown in this tab stays', () => {
    useAuth.getState().replace(signedIn('an', 'binh'));
    keptByAnother(signedIn('an', 'binh', 'chi'));
    useAuth.getState().followTabs();
    expect(now()).toMatchObject({ users: 'an binh chi', activeUserId: 'binh', token: 'slot-binh' });
  });

  test.each([
    ['a switch', () => useAuth.getState().switchAccount('an'), 'an binh chi'],
    ['a leave', () => useAuth.getState().publishLeaving('an'), 'binh chi'],
  ])('%s here signs out nobody who came in through another tab', (_, change, users) => {
    useAuth.getState().replace(signedIn('an', 'binh'));
    keptByAnother(signedIn('an', 'binh', 'chi'));
    change();
    expect(summary(kept())).toMatchObject({ users });
  });

  test.each([
    ['has signed this tab’s account out', signedIn('an')],
    ['has signed everybody out', SIGNED_OUT],
  ])('what another tab stores once it %s is not taken over unseen: the server is asked first', (_, other) => {
    useAuth.getState().replace(signedIn('an', 'binh'));
    keptByAnother(other);
    useAuth.getState().followTabs();
    expect(now()).toMatchObject({ users: 'an binh', activeUserId: 'binh' });
  });
});
