import { rmSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveEnv, type Platform, startPlatform } from '#test/fixtures/platform.ts';
import { SCRIPT, SHELL, stageWebFolder } from '#test/fixtures/web-folder.ts';

let folder: string;
let platform: Platform;

beforeAll(async () => {
  folder = stageWebFolder();
  platform = await startPlatform({ webFolder: folder });
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => platform.app.inject({ method: 'GET', url, headers });

describe('the shell', () => {
  test.each([
    ...['/', '/trading/ZCEZ26', '/login', '/theme-preview', '/login?returnUrl=%2F', '/account-overview'],
    ...['/forgot-password', '/account-overview/security-account', '/account-overview/contact-information'],
    // A page that only demos have; no other path below /dev is a page (and none of them is in MODE=live).
    '/dev/outbox',
    ...['/account-overview/property/108C000001-01', '/account-overview/order-manager/108C000001-01?tab=positions'],
  ])('is served at %s', async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.body]).toEqual([200, SHELL]);
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(response.headers['content-security-policy']).toContain("default-src 'self'");
  });

  test.each([
    '/nowhere',
    '/dev',
    '/dev/outbox/1',
    '/trading',
    '/trading/a/b',
    '/assets/gone.js',
    '/index.html/x',
    '//evil.example',
    '/.env',
  ])('is served with 404 at %s', async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.body]).toEqual([404, SHELL]);
  });

  test('includes no demo page in MODE=live: neither the outbox nor its call exists', async () => {
    const live = await startPlatform({ webFolder: folder }, await liveEnv());
    const page = await live.app.inject({ method: 'GET', url: '/dev/outbox' });
    const call = await live.app.inject({ method: 'GET', url: '/api/dev/outbox' });
    expect([page.statusCode, page.body, call.statusCode, call.json().code]).toEqual([404, SHELL, 404, 'NotFound']);
    await live.close();
  });

  test('is sent compressed to clients that accept it', async () => {
    const response = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(response.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(response.rawPayload).toEqual(brotliCompressSync(SHELL));
  });

  test('is never the reply to a call', async () => {
    const response = await get('/api');
    expect([response.statusCode, response.json().code]).toEqual([404, 'NotFound']);
  });
});

describe('files', () => {
  test('named by their content are cached for ever', async () => {
    const response = await get('/assets/app-1a2b.js');
    expect([response.statusCode, response.body]).toEqual([200, SCRIPT]);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers['content-type']).toContain('javascript');
  });

  test('the ping of the favicon is answered without a body', async () => {
    const response = await platform.app.inject({ method: 'HEAD', url: '/favicon.svg?t=1' });
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test.each(['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])(
    'nothing outside the folder: %s',
    async (url) => {
      const response = await get(url);
      expect([400, 404]).toContain(response.statusCode);
      expect(response.body).not.toContain('"name"');
    },
  );
});
