/**
 * Keeps a value in a cookie and moves it to local storage when the cookie would pass 3800 bytes
 * (docs/rules/screens.md#what-a-browser-keeps). The cookie always decides: it holds either the value or the name of the
 * one overflow entry that is valid, so that a page closed between two writes leaves the old value or the new one and
 * never a mixture. The overflow carries the cookie's expiry, because local storage by itself never forgets.
 */
import { LIMITS } from '@mua/contract/limits';
import { nowMs } from '#session/clock.ts';

export const COOKIE_BYTES_MAX = LIMITS.authCookieMaxBytes;
const OVERFLOW_MARK = 'overflow:';

/** Lists the parts of a browser that this file touches. */
export interface CookieHost {
  readCookies(): string;
  writeCookie(cookie: string): void;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  isHttps(): boolean;
  nowMs(): number;
}

export interface CookieStorage {
  read(name: string): string | null;
  /** Returns false when neither place took the value; the session then lives as long as the page. */
  write(name: string, value: string): boolean;
  remove(name: string): void;
}

export function createCookieStorage(host: CookieHost, days: number): CookieStorage {
  const lifetimeMs = days * 24 * 60 * 60 * 1000;

  return { read, write, remove };

  function read(name: string): string | null {
    const raw = cookieValue(host.readCookies(), name);
    if (raw === null || !raw.startsWith(OVERFLOW_MARK)) return raw;
    return readOverflow(overflowKey(name, raw.slice(OVERFLOW_MARK.length)));
  }

  function write(name: string, value: string): boolean {
    const fits = cookieBytes(name, value) <= COOKIE_BYTES_MAX && !value.startsWith(OVERFLOW_MARK);
    if (fits) {
      setCookie(name, value, lifetimeMs / 1000);
      dropOverflows(name, null);
      return cookieValue(host.readCookies(), name) === value;
    }
    return writeOverflow(name, value);
  }

  function remove(name: string): void {
    setCookie(name, '', 0);
    dropOverflows(name, null);
  }

  /**
   * Writes the new entry first, then the cookie that names it, then drops the old entries: each step leaves a readable
   * state.
   */
  function writeOverflow(name: string, value: string): boolean {
    const expiresAtMs = host.nowMs() + lifetimeMs;
    const previous = cookieValue(host.readCookies(), name)?.replace(OVERFLOW_MARK, '');
    const id = previous === String(expiresAtMs) ? `${expiresAtMs}b` : String(expiresAtMs);
    const key = overflowKey(name, id);
    try {
      host.storage.setItem(key, JSON.stringify({ expiresAtMs, value }));
    } catch {
      return false;
    }
    setCookie(name, OVERFLOW_MARK + id, lifetimeMs / 1000);
    dropOverflows(name, key);
    return read(name) === value;
  }

  function readOverflow(key: string): string | null {
    try {
      const entry: unknown = JSON.parse(host.storage.getItem(key) ?? 'null');
      if (!isOverflow(entry) || entry.expiresAtMs <= host.nowMs()) return null;
      return entry.value;
    } catch {
      return null;
    }
  }

  function dropOverflows(name: string, keep: string | null): void {
    try {
      const keys = Array.from({ length: host.storage.length }, (_, index) => host.storage.key(index));
      for (const key of keys) {
        if (key?.startsWith(overflowKey(name, '')) && key !== keep) host.storage.removeItem(key);
      }
    } catch {
      // Storage is blocked, so nothing of ours can be in it either.
    }
  }

  function setCookie(name: string, value: string, maxAgeSeconds: number): void {
    const secure = host.isHttps() ? '; Secure' : '';
    host.writeCookie(`${name}=${encode(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict${secure}`);
  }
}

/** Counts the bytes of `name=value` as sent; the encoded form is ASCII, so characters are bytes. */
export function cookieBytes(name: string, value: string): number {
  return name.length + 1 + encode(value).length;
}

/** Connects to the browser's own cookies and storage. */
export const browserCookieHost: CookieHost = {
  readCookies: () => document.cookie,
  writeCookie: (cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 18.4.
    document.cookie = cookie;
  },
  get storage() {
    return window.localStorage;
  },
  isHttps: () => window.location.protocol === 'https:',
  nowMs,
};

function overflowKey(name: string, id: string): string {
  return `${name}.${OVERFLOW_MARK}${id}`;
}

/**
 * Leaves quotes, braces and commas of JSON as they are: every browser allows them, and encoding would triple their
 * size.
 */
function encode(value: string): string {
  return encodeURIComponent(value).replace(/%(?:22|7B|7D|3A|5B|5D)/g, (code) => decodeURIComponent(code));
}

function cookieValue(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

function isOverflow(entry: unknown): entry is { expiresAtMs: number; value: string } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'expiresAtMs' in entry &&
    typeof entry.expiresAtMs === 'number' &&
    'value' in entry &&
    typeof entry.value === 'string'
  );
}
