/**
 * The security headers of every reply, including those written directly on the connection: scripts only from the
 * server's own files, no frames, no plug-ins, no caching unless allowed.
 * Style elements are allowed, because component libraries insert theirs at run time; a style can't act.
 */
import type { FastifyInstance } from 'fastify';

export type SecurityHeaders = Readonly<Record<string, string>>;

const contentSecurityPolicy = (reportsTo: string | null): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
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

/** Browser features that no page uses, so that an injected script can't either. */
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
 * HSTS only for https: on plain http it would lock people out of a demo on their own machine. `reportsTo` is the origin
 * to which the client reports errors; null for none.
 */
export function securityHeaders(publicUrl: URL | undefined, reportsTo: string | null = null): SecurityHeaders {
  return {
    // Cacheable replies say so themselves: files of the client, and nothing else.
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(reportsTo),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': UNUSED_POWERS.map((power) => `${power}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl?.protocol === 'https:' ? { 'strict-transport-security': `max-age=${ONE_YEAR_S}` } : {}),
  };
}

export function installSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
