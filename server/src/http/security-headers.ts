/**
 * The security headers of every reply, including those written directly on the connection: scripts only from the
 * server's own files, no frames, no plug-ins, no caching unless allowed. Only the page that photographs documents may
 * also use the camera and run WebAssembly.
 * Style elements are allowed, because component libraries insert theirs at run time; a style can't act.
 */
import { isCameraPage, isCameraScript } from '@mua/contract/client-paths';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '#http/path-of.ts';

export type SecurityHeaders = Readonly<Record<string, string>>;

const contentSecurityPolicy = (scripts: string, reportsTo: string | null): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${reportsTo === null ? '' : ` ${reportsTo}`}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');

/**
 * Browser features that are off, so that an injected script can't use them either; only the camera is on, for one page.
 */
const UNUSED_POWERS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const ONE_YEAR_S = 31_536_000;

/**
 * HSTS only over https: over plain http it would lock people out of a demo on their own machine. `reportsTo` is the
 * origin to which the client reports errors, or null.
 */
export function securityHeaders(publicUrl: URL | undefined, reportsTo: string | null = null): SecurityHeaders {
  return {
    // Cacheable replies override this: only files of the client.
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy("'self'", reportsTo),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy(),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl?.protocol === 'https:' ? { 'strict-transport-security': `max-age=${ONE_YEAR_S}` } : {}),
  };
}

/** For the camera page and its script, instead of the usual ones (contract: client-paths.ts). */
export function cameraHeaders(reportsTo: string | null = null): SecurityHeaders {
  return {
    'content-security-policy': contentSecurityPolicy("'self' 'wasm-unsafe-eval'", reportsTo),
    'permissions-policy': permissionsPolicy({ camera: '(self)' }),
  };
}

function permissionsPolicy(allowed: Readonly<Record<string, string>> = {}): string {
  return UNUSED_POWERS.map((power) => `${power}=${allowed[power] ?? '()'}`).join(', ');
}

export function installSecurityHeaders(
  app: FastifyInstance,
  { everywhere, camera }: { readonly everywhere: SecurityHeaders; readonly camera: SecurityHeaders },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere);
    const path = pathOf(request.url);
    if (isCameraPage(path) || isCameraScript(path)) reply.headers(camera);
    done();
  });
}
