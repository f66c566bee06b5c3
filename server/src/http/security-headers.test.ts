/**
 * Checks that pages may connect only to their own server and, if the build says so, to one origin for error reports;
 * and that only one page may use the camera and run compiled code.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cameraHeaders, installSecurityHeaders, securityHeaders } from '#http/security-headers.ts';

const connect = (reportsTo?: string) => {
  const policy = securityHeaders(undefined, reportsTo)['content-security-policy'] ?? '';
  return policy.split(';').find((rule) => rule.startsWith('connect-src'));
};

test('errors are reported to the origin that the client was built with, and nowhere else', () => {
  expect(connect()).toBe("connect-src 'self'");
  expect(connect('https://errors.example')).toBe("connect-src 'self' https://errors.example");
});

describe('the camera and compiled code', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = Fastify();
    installSecurityHeaders(app, { everywhere: securityHeaders(undefined), camera: cameraHeaders() });
    app.get('/*', () => 'anything');
  });
  afterAll(() => app.close());

  const rulesAt = async (url: string) => {
    const { headers } = await app.inject({ url });
    const [, scripts] = String(headers['content-security-policy']).split(';');
    const [camera] = /camera=[^,]*/.exec(String(headers['permissions-policy'])) ?? [];
    return { scripts, camera };
  };

  test.each(['/account-overview/ekyc', '/account-overview/ekyc/', '/account-overview/ekyc?step=PICTURES'])(
    'are allowed at %s',
    async (url) => {
      expect(await rulesAt(url)).toEqual({
        scripts: "script-src 'self' 'wasm-unsafe-eval'",
        camera: 'camera=(self)',
      });
      const { headers } = await app.inject({ url });
      expect(headers['permissions-policy']).toContain('microphone=(),');
      expect(headers['x-frame-options']).toBe('DENY');
    },
  );

  test('a worker of that page gets the same rights from the headers of its own script', async () =>
    expect(await rulesAt('/assets/ekyc-worker-Ab_1-c.js')).toMatchObject({
      scripts: "script-src 'self' 'wasm-unsafe-eval'",
    }));

  test.each([
    ...['/', '/account-overview', '/account-overview/ekyc/x', '/account-overview/ekycs', '/x/account-overview/ekyc'],
    ...['/sign-up', '/login?returnUrl=/account-overview/ekyc', '/assets/first-1a2b.js', '/api/investor/ekyc/personal'],
  ])('but not at %s', async (url) =>
    expect(await rulesAt(url)).toEqual({ scripts: "script-src 'self'", camera: 'camera=()' }),
  );
});
