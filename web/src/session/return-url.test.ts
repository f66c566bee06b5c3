import { describe, expect, test } from 'vitest';
import { safeReturnUrl } from '#session/return-url.ts';

const ORIGIN = 'https://mua.example';

test.each([
  '/',
  '/trading/ZCEZ26',
  '/trading/ZC%45Z26',
  '/account-overview',
  '/account-overview/',
  '/account-overview/property/108C000001-01?tab=pnl#top',
  '/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=x%20y',
  '/account-overview/security-account?step=3',
  '/trading/ZCEZ26#chart',
  '/theme-preview',
])('keeps %s', (path) => expect(safeReturnUrl(path, ORIGIN)).toBe(path));

describe('sends everything else home', () => {
  test.each([
    // Another host, written plainly.
    'https://evil.example',
    'https://evil.example/trading/ZCEZ26',
    'http://mua.example/',
    'https://mua.example/',
    'https://mua.example@evil.example/',
    'HTTPS://EVIL.EXAMPLE',
    'ftp://evil.example/x',
    // Another host, by means of slashes.
    '//evil.example',
    '///evil.example',
    '////evil.example//x',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    '//\\evil.example',
    // Characters that browsers drop or convert before they parse.
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/\u00a0/evil.example',
    '/\u3000//evil.example',
    '/foo\\bar',
    // Dot segments that climb to a double slash or elsewhere.
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    '/a/../b',
    '/./trading',
    // Schemes that run or show code.
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '/\njavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://mua.example/1',
    'file:///etc/passwd',
    'mailto:a@b.c',
    // Relative addresses, whose base is unknown.
    'trading/ZCEZ26',
    './trading',
    '../',
    '?next=/',
    '#top',
    '',
    ' ',
    '@evil.example',
    ':80',
    // Text a browser would rewrite on the way.
    '/đi',
    '/a b',
    '/<script>',
    '/"onmouseover=',
    `/${'a'.repeat(2100)}`,
    // Not a page of ours, however it is spelled.
    '/loginx',
    '/nowhere',
    '/a//b',
    '/%C4%91i',
    '/trading',
    '/trading/a/b',
    '/trading/a%2Fb',
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%252fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/trading/%',
    '/api/health',
    // The sign-in page itself, which would be a loop.
    '/%6Cogin',
    '/%256Cogin',
    '/login/otp',
    '/login%2Fotp',
    '/LOGIN/otp',
    '/login',
    '/login/',
    '/LOGIN',
    '/login?returnUrl=%2Flogin',
    '/login#x',
    // Values that are not text at all.
    null,
    undefined,
    7,
    ['/trading'],
    { toString: () => '/trading' },
  ])('%j', (candidate) => expect(safeReturnUrl(candidate, ORIGIN)).toBe('/'));
});

describe('no spelling of another host leaves the origin', () => {
  const ways = [
    ...['//', '///', '/\\', '\\\\', '\\/', '/\\\\', '/\t/', '/\n//', '\u0001//', '/.//', '/..//', '/%2e//', '/;//'],
    ...['https://', 'https:/', 'https:', 'HTTPS:\\\\', 'http://mua.example@', 'https://mua.example.', '//mua.example@'],
    ...[
      '/%2f',
      '/%5c',
      '/%09/',
      '/%0d%0a//',
      '/?//',
      '/#//',
      '/trading/..//',
      'javascript://',
      'data://',
      'blob:https://',
    ],
  ];
  const hosts = [
    'evil.example',
    'evil.example:443/x',
    '2130706433',
    '[::1]/',
    'ｅｖｉｌ.example',
    'xn--evl-xla.example',
    'a@evil.example',
  ];
  const payloads = ways.flatMap((way) => hosts.map((host) => way + host));

  test('covers two hundred addresses', () => expect(payloads.length).toBeGreaterThanOrEqual(200));

  test.each(payloads)('keeps %j, or goes home', (candidate) => {
    const kept = safeReturnUrl(candidate, ORIGIN);
    expect(kept).toMatch(/^\/(?![/\\])/);
    const read = new URL(kept, ORIGIN);
    // The address that was checked is the one the browser will open, on this very site.
    expect([read.origin, read.pathname + read.search + read.hash]).toEqual([ORIGIN, kept]);
  });
});
