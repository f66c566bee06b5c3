import { expect, test } from 'vitest';
import { scrubbedRecording, scrubbedReport, scrubbedText } from '#app/report-scrub.ts';

test.each([
  ['GET https://mua.example/oauth/authorize?client_id=a&state=b', 'GET https://mua.example/oauth/authorize'],
  ['/login?returnUrl=%2Fa#b failed', '/login failed'],
  ['slot kJ3_dlsPq02mVbnwe81-aa is gone', 'slot [hidden] is gone'],
  ['code 482913 was wrong', 'code [hidden] was wrong'],
  ['an@mua.demo, 0901000001', '[hidden], [hidden]'],
  ['<nguyễn.an+1@thư.example.vn>', '<[hidden]>'],
  ['.a{color:red}@media(width<48rem){.b{top:0}}', '.a{color:red}@media(width<48rem){.b{top:0}}'],
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

test('an event and its recording still refer to each other', () => {
  const id = '457848c38c0d48c48c812f118123d0b8';
  const known = { tags: { replayId: id }, replay_id: id, error_ids: [id], trace_ids: [id] };
  expect(scrubbedReport(known)).toEqual(known);
});

/** Mirrors the library's format: the recording's number, then its events. */
function recordingOf(...events: readonly object[]): string {
  return `${JSON.stringify({ segment_id: 0 })}\n${JSON.stringify(events)}`;
}

const calledUrl = 'https://mua.example/api/order/108C000001-01/query?from=1';
test.each([
  [
    'where it was made',
    { type: 4, data: { href: 'https://mua.example/account-overview/property/108C000001-01?x=1', width: 9 } },
    { type: 4, data: { href: 'https://mua.example/account-overview/property/[hidden]', width: 9 } },
  ],
  [
    'what was called',
    { type: 5, timestamp: 1_795_360_049_881, data: { tag: 'performanceSpan', payload: { description: calledUrl } } },
    {
      type: 5,
      timestamp: 1_795_360_049_881,
      data: { tag: 'performanceSpan', payload: { description: 'https://mua.example/api/order/[hidden]/query' } },
    },
  ],
  [
    'what the console said',
    { type: 5, data: { tag: 'breadcrumb', payload: { message: 'code 482913 for an@mua.demo' } } },
    { type: 5, data: { tag: 'breadcrumb', payload: { message: 'code [hidden] for [hidden]' } } },
  ],
  [
    'the names of parts of a page',
    { type: 2, data: { node: { attributes: { 'data-testid': 'activation-108C000001-01', class: 'p-2' } } } },
    { type: 2, data: { node: { attributes: { 'data-testid': 'activation-[hidden]', class: 'p-2' } } } },
  ],
  [
    'a link',
    { type: 3, data: { attributes: [{ id: 7, attributes: { href: '/login?returnUrl=%2Fa' } }] } },
    { type: 3, data: { attributes: [{ id: 7, attributes: { href: '/login' } }] } },
  ],
])('%s of a recording is scrubbed', (_, event, left) => {
  expect(scrubbedRecording(recordingOf(event))).toBe(recordingOf(left));
});

test('anything that is not a recording is not sent', () => expect(() => scrubbedRecording('an@mua.demo')).toThrow());
