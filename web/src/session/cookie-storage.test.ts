import { describe, expect, test } from 'vitest';
import { COOKIE_BYTES_MAX, type CookieHost, cookieBytes, createCookieStorage } from '#session/cookie-storage.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const NAME = 'auth';

/**
 * Fakes a browser small enough to inspect: one cookie jar, one storage, one clock, and a way to close it between two
 * writes.
 */
function makeHost(options: { https?: boolean; storageFull?: boolean; cookiesOff?: boolean } = {}) {
  const cookies = new Map<string, string>();
  const entries = new Map<string, string>();
  const written: string[] = [];
  let now = 1_800_000_000_000;
  let writesLeft = Number.POSITIVE_INFINITY;
  const spend = () => {
    if (writesLeft <= 0) throw new Error('the page was closed');
    writesLeft -= 1;
  };
  const host: CookieHost = {
    readCookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    writeCookie: (cookie) => {
      if (options.cookiesOff) return;
      spend();
      written.push(cookie);
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', ...value] = pair.split('=');
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value.join('='));
    },
    storage: {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => {
        if (options.storageFull) throw new DOMException('full', 'QuotaExceededError');
        spend();
        entries.set(key, value);
      },
      removeItem: (key) => {
        spend();
        entries.delete(key);
      },
      key: (index) => [...entries.keys()][index] ?? null,
      get length() {
        return entries.size;
      },
    },
    isHttps: () => options.https ?? false,
    nowMs: () => now,
  };
  return {
    host,
    cookies,
    entries,
    written,
    advance: (ms: number) => {
      now += ms;
    },
    closeAfter: (writes: number) => {
      writesLeft = writes;
    },
  };
}

const fill = (bytes: number) => 'a'.repeat(bytes - NAME.length - 1);

describe('moves to local storage above 3800 bytes', () => {
  test.each([
    [COOKIE_BYTES_MAX - 1, 0],
    [COOKIE_BYTES_MAX, 0],
    [COOKIE_BYTES_MAX + 1, 1],
    [20_000, 1],
  ])('%s bytes leave %s overflow entries', (bytes, overflows) => {
    const { host, entries } = makeHost();
    const storage = createCookieStorage(host, 7);
    const value = fill(bytes);
    expect(cookieBytes(NAME, value)).toBe(bytes);
    expect(storage.write(NAME, value)).toBe(true);
    expect(entries.size).toBe(overflows);
    expect(storage.read(NAME)).toBe(value);
  });

  test('counts bytes as sent, not characters', () => {
    const { host, entries } = makeHost();
    const value = 'ù'.repeat(700);
    expect(value.length).toBeLessThan(COOKIE_BYTES_MAX);
    createCookieStorage(host, 7).write(NAME, value);
    expect(entries.size).toBe(1);
    expect(createCookieStorage(host, 7).read(NAME)).toBe(value);
  });

  test('leaves nothing behind after growing over the boundary and shrinking back', () => {
    const { host, entries } = makeHost();
    const storage = createCookieStorage(host, 7);
    for (const bytes of [100, COOKIE_BYTES_MAX + 1, 9000, COOKIE_BYTES_MAX, 9000, 50]) storage.write(NAME, fill(bytes));
    expect(entries.size).toBe(0);
    expect(storage.read(NAME)).toBe(fill(50));
  });
});

test.each(['{"a":"b;c, d=e"}', 'overflow:1', '%', 'Mùa – "quoted"', ''])('stores %j exactly', (value) => {
  const { host } = makeHost();
  const storage = createCookieStorage(host, 7);
  storage.write(NAME, value);
  expect(storage.read(NAME)).toBe(value);
});

test('sets a strict cookie, for seven days, for the whole site, secure on https', () => {
  const plain = makeHost();
  createCookieStorage(plain.host, 7).write(NAME, 'x');
  expect(plain.written).toEqual(['auth=x; Path=/; Max-Age=604800; SameSite=Strict']);
  const https = makeHost({ https: true });
  createCookieStorage(https.host, 7).write(NAME, 'x');
  expect(https.written).toEqual(['auth=x; Path=/; Max-Age=604800; SameSite=Strict; Secure']);
});

test('lets an overflow expire with its cookie', () => {
  const { host, advance } = makeHost();
  const storage = createCookieStorage(host, 7);
  storage.write(NAME, fill(5000));
  advance(WEEK_MS - 1);
  expect(storage.read(NAME)).toBe(fill(5000));
  advance(1);
  expect(storage.read(NAME)).toBeNull();
});

test('removes the overflow of a cookie that is gone', () => {
  const { host, cookies } = makeHost();
  const storage = createCookieStorage(host, 7);
  storage.write(NAME, fill(5000));
  cookies.clear();
  expect(storage.read(NAME)).toBeNull();
});

test.each([
  [fill(5000), fill(6000)],
  [fill(100), fill(6000)],
  [fill(5000), fill(100)],
])('a page closed between two writes shows the old value or the new one', (before, after) => {
  for (let writes = 0; writes < 4; writes += 1) {
    const browser = makeHost();
    const storage = createCookieStorage(browser.host, 7);
    storage.write(NAME, before);
    browser.closeAfter(writes);
    try {
      storage.write(NAME, after);
    } catch {
      // The browser was closed mid-write; what counts is what the next page reads.
    }
    browser.closeAfter(Number.POSITIVE_INFINITY);
    expect([before, after]).toContain(createCookieStorage(browser.host, 7).read(NAME));
  }
});

test('gives two overflows written in the same millisecond entries of their own', () => {
  const { host, entries } = makeHost();
  const storage = createCookieStorage(host, 7);
  storage.write(NAME, fill(5000));
  storage.write(NAME, fill(6000));
  expect(storage.read(NAME)).toBe(fill(6000));
  expect(entries.size).toBe(1);
});

test('reports when nothing could be stored', () => {
  expect(createCookieStorage(makeHost({ storageFull: true }).host, 7).write(NAME, fill(5000))).toBe(false);
  expect(createCookieStorage(makeHost({ cookiesOff: true }).host, 7).write(NAME, 'x')).toBe(false);
});

test('reads a broken overflow entry as nothing', () => {
  const { host, entries } = makeHost();
  const storage = createCookieStorage(host, 7);
  storage.write(NAME, fill(5000));
  for (const key of [...entries.keys()]) entries.set(key, '{"expiresAtMs":');
  expect(storage.read(NAME)).toBeNull();
});

test('removes the value from both places', () => {
  const { host, cookies, entries } = makeHost();
  const storage = createCookieStorage(host, 7);
  storage.write(NAME, fill(5000));
  storage.remove(NAME);
  expect([cookies.size, entries.size]).toEqual([0, 0]);
});
