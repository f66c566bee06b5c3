import { describe, expect, test } from 'vitest';
import { ConfigFaults, readClientConfig } from '#wire/client-config.ts';

const ORIGIN = 'https://mua.example';
const read = (env: Record<string, string>) => readClientConfig({ VITE_APP_NAME: 'Mùa', ...env }, ORIGIN);

test('the defaults', () =>
  expect(read({})).toEqual({
    appName: 'Mùa',
    apiBaseUrl: 'https://mua.example/api',
    devtools: false,
    mock: false,
    editor: 'vscode',
    demoMembers: [],
    liveMembers: [],
    sentryDsn: null,
    supportUrl: null,
  }));

test.each(['https://help.mua.example/contact', 'mailto:support@mua.demo', 'tel:+842412345678'])(
  'finds support at %s',
  (place) => expect(read({ VITE_SUPPORT_URL: place }).supportUrl).toBe(place),
);

test.each(['support@mua.demo', 'javascript:alert(1)', 'mailto:'])('help is not found at %j', (place) =>
  expect(() => read({ VITE_SUPPORT_URL: place })).toThrow('VITE_SUPPORT_URL'),
);

test.each(['', '  '])('reports an app name of %j as missing', (name) =>
  expect(() => readClientConfig({ VITE_APP_NAME: name }, ORIGIN)).toThrow('VITE_APP_NAME'),
);

describe('the API base', () => {
  test.each([
    ['https://mua.example/v1/', 'https://mua.example/v1'],
    ['', 'https://mua.example/api'],
  ])('%j', (value, base) => expect(read({ VITE_API_BASE_URL: value }).apiBaseUrl).toBe(base));

  test('must be a URL', () => expect(() => read({ VITE_API_BASE_URL: 'api' })).toThrow('VITE_API_BASE_URL'));

  test('must be on the page’s own origin, where the session cookies belong', () =>
    expect(() => read({ VITE_API_BASE_URL: 'https://api.example/v1' })).toThrow(`has to be on ${ORIGIN}`));
});

describe('the gateway base is the API base', () => {
  test.each(['', 'https://mua.example/api', 'https://mua.example/api/'])('reports %j', (value) =>
    expect(read({ VITE_GATEWAY_BASE_URL: value }).apiBaseUrl).toBe('https://mua.example/api'),
  );

  test.each([
    ['https://gateway.example', `VITE_GATEWAY_BASE_URL has to be on ${ORIGIN}`],
    ['gateway', 'VITE_GATEWAY_BASE_URL is not a URL'],
    ['https://mua.example/other', 'VITE_GATEWAY_BASE_URL has to be VITE_API_BASE_URL'],
  ])('%j is refused', (value, fault) => expect(() => read({ VITE_GATEWAY_BASE_URL: value })).toThrow(fault));
});

test.each([
  ['', false],
  ['false', false],
  ['0', false],
  ['true', true],
  ['1', true],
  ['no', true],
])('a flag of %j', (value, on) =>
  expect(read({ VITE_MOCK: value, VITE_DEVTOOLS: value })).toMatchObject({ mock: on, devtools: on }),
);

test.each([
  ['["108","109"]', ['108', '109']],
  ['[1,"108"]', ['108']],
  ['{}', []],
  ['[', []],
  ['', []],
])('members of %j', (value, list) => expect(read({ VITE_DEMO_MEMBERS: value }).demoMembers).toEqual(list));

test.each(['https://key@errors.example/1', 'https://key@errors.example/of/mua/42'])('reports a DSN of %s', (dsn) =>
  expect(read({ VITE_SENTRY_DSN: dsn }).sentryDsn).toBe(dsn),
);

test('reports everything that is wrong at once', () => {
  const env = {
    VITE_APP_NAME: ' ',
    VITE_API_BASE_URL: 'javascript:alert(1)',
    VITE_EDITOR: 'my editor',
    VITE_SENTRY_DSN: 'https://errors.example/1',
  };
  try {
    readClientConfig(env, ORIGIN);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigFaults);
    expect((error as ConfigFaults).faults.map((fault) => fault.split(' ')[0])).toEqual(Object.keys(env));
  }
});
