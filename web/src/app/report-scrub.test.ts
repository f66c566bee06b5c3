import { expect, test } from 'vitest';
import { scrubbedReport, scrubbedText } from './report-scrub.ts';

test.each([
  ['GET https://mua.example/oauth/authorize?client_id=a&state=b', 'GET https://mua.example/oauth/authorize'],
  ['/login?returnUrl=%2Fa#b failed', '/login failed'],
  ['slot kJ3_dlsPq02mVbnwe81-aa is gone', 'slot [hidden] is gone'],
  ['code 482913 was wrong', 'code [hidden] was wrong'],
  ['an@mua.demo, 0901000001', '[hidden], [hidden]'],
  ['account 108C000001-01', 'account [hidden]'],
  ['1.950.680.075 ₫ and ₫1,250', '[hidden] ₫ and ₫[hidden]'],
  ['6f9619ff-8b86-4d11-b42d-00c04fc964ff', '[hidden]'],
  ['InvestorForgotPasswordSessionInvalid', 'InvestorForgotPasswordSessionInvalid'],
  ["Cannot read properties of undefined (reading 'price')", "Cannot read properties of undefined (reading 'price')"],
])('%s', (text, left) => expect(scrubbedText(text)).toBe(left));

test('a report keeps what broke and where, and loses whose it was', () => {
  const frames = [
    { filename: 'https://mua.example/assets/index-C4r82byD_long-name.js?x=1', function: 'f', lineno: 12 },
  ];
  const report = {
    event_id: '0123456789abcdef0123456789abcdef',
    user: { email: 'an@mua.demo' },
    request: { url: 'https://mua.example/?code=1', headers: { Referer: 'x' }, cookies: 'auth=1' },
    exception: { values: [{ type: 'TypeError', value: 'no 108C000001-01', stacktrace: { frames } }] },
    breadcrumbs: [{ category: 'fetch', timestamp: 1_763_800_000.5, data: { url: '/api/order/108C000001-01/place' } }],
    extra: { balance: 1_950_680_075, tries: 3 },
  };
  expect(scrubbedReport(report)).toEqual({
    event_id: '0123456789abcdef0123456789abcdef',
    request: { url: 'https://mua.example/' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'no [hidden]',
          stacktrace: {
            frames: [{ filename: 'https://mua.example/assets/index-C4r82byD_long-name.js', function: 'f', lineno: 12 }],
          },
        },
      ],
    },
    breadcrumbs: [{ category: 'fetch', timestamp: 1_763_800_000.5, data: { url: '/api/order/[hidden]/place' } }],
    extra: { balance: '[hidden]', tries: 3 },
  });
});
