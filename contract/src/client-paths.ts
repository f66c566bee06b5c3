/** The pages of the client (docs/rules/screens.md#pages): a path that is none of them is a wrong link. */

/** A parameter is one path segment. A page is listed once it is built. */
const PATHS = [
  '/',
  '/trading/:',
  '/login',
  '/sign-up',
  '/forgot-password',
  '/verify',
  '/oauth/authorize',
  '/theme-preview',
  '/account-overview',
  '/account-overview/contact-information',
  '/account-overview/digital-signature',
  '/account-overview/order-manager/:',
  '/account-overview/property/:',
  '/account-overview/security-account',
];

/** A demo's own; in MODE=live they are wrong links like any other. */
const DEMO_PATHS = [...PATHS, '/dev/outbox'];

function patternOf(paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.map((path) => path.replace(/:/g, '[^/]+').replace(/^\/$/, '')).join('|')})/?$`);
}

const LIVE_PAGES = patternOf(PATHS);
const DEMO_PAGES = patternOf(DEMO_PATHS);

export function isClientPath(path: string, mode: 'demo' | 'live'): boolean {
  return (mode === 'demo' ? DEMO_PAGES : LIVE_PAGES).test(path);
}
