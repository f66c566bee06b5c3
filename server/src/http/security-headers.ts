/**
 * What the browser may do with our pages and answers: scripts only from files of our own, no frames, no plug-ins,
 * nothing kept that nobody said may be kept. The same record stands on every answer, those included that are written
 * straight on the wire because no request could be made of what came.
 *
 * Style elements are allowed because component libraries insert theirs at run time; a style can't act.
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

/** What no page of ours asks for, so that no script that got in may either. */
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
 * HSTS only when people come by https: on plain http it would lock them out of a demo on their own machine. `reportsTo`
 * is the origin to which the client was built to report its errors; null for none.
 */
export function securityHeaders(publicUrl: URL | undefined, reportsTo: string | null = null): SecurityHeaders {
  return {
    // Whatever may be kept says so itself: files of the client, and nothing else.
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
