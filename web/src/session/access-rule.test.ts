import { expect, test } from 'vitest';
import { type AccessDecision, decideAccess } from '#session/access-rule.ts';

const signIn = (returnUrl: string, encoded: string): AccessDecision => ({
  kind: 'signIn',
  returnUrl,
  href: `/login?returnUrl=${encoded}`,
});
const stay: AccessDecision = { kind: 'stay' };
const forget: AccessDecision = { kind: 'stayAndForget' };

test.each<[string, string, boolean, AccessDecision]>([
  ['visitor', '/', false, stay],
  ['visitor', '/trading/ZCEZ26', false, stay],
  ['visitor', '/login', false, stay],
  ['visitor', '/sign-up', false, stay],
  ['visitor', '/forgot-password', false, stay],
  ['visitor', '/theme-preview', false, stay],
  ['visitor', '/nowhere', false, stay],
  ['visitor', '/account-overviews', false, stay],
  ['visitor', '/oauth/authorized', false, stay],
  ['visitor', '/account-overview', false, signIn('/account-overview', '%2Faccount-overview')],
  ['visitor', '/account-overview/', false, signIn('/account-overview/', '%2Faccount-overview%2F')],
  ['visitor', '/account-overview/deposit', false, signIn('/account-overview/deposit', '%2Faccount-overview%2Fdeposit')],
  [
    'visitor',
    '/account-overview/copy-trade/strategies/7?tab=pnl#top',
    false,
    signIn(
      '/account-overview/copy-trade/strategies/7?tab=pnl#top',
      '%2Faccount-overview%2Fcopy-trade%2Fstrategies%2F7%3Ftab%3Dpnl%23top',
    ),
  ],
  [
    'visitor',
    '/oauth/authorize?client_id=a&state=b',
    false,
    signIn('/oauth/authorize?client_id=a&state=b', '%2Foauth%2Fauthorize%3Fclient_id%3Da%26state%3Db'),
  ],
  ['investor', '/', true, stay],
  ['investor', '/trading/ZCEZ26', true, stay],
  ['investor', '/login', true, forget],
  ['investor', '/login?returnUrl=%2F', true, forget],
  ['investor', '/account-overview', true, forget],
  ['investor', '/account-overview/withdraw', true, forget],
  ['investor', '/oauth/authorize', true, forget],
])('a %s on %s', (_who, path, isAuth, decision) => {
  const { pathname, search, hash } = new URL(path, 'https://mua.example');
  expect(decideAccess({ pathname, search, hash, isAuth, skipRedirectOnce: false })).toEqual(decision);
});

test('log-out and account switch suppress exactly one redirect', () => {
  const visit = { search: '', hash: '', isAuth: false, skipRedirectOnce: true };
  expect(decideAccess({ ...visit, pathname: '/account-overview' })).toEqual({ kind: 'stayAndUseSkip' });
  expect(decideAccess({ ...visit, pathname: '/' })).toEqual(stay);
});
