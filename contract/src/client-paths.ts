/** The pages of the client (docs/rules/screens.md#pages): a path that is none of them is a wrong link. */

/** A parameter is one path segment. A page is listed once it is built. */
const PATHS = [
  '/',
  '/trading/:',
  '/login',
  '/sign-up',
  '/forgot-password',
  '/verify',
  '/proof',
  '/margin-calculator',
  '/curve/:',
  '/oauth/authorize',
  '/theme-preview',
  '/account-overview',
  '/account-overview/alerts',
  '/account-overview/bank-information',
  '/account-overview/contact-information',
  '/account-overview/copy-trade',
  '/account-overview/copy-trade/events',
  '/account-overview/copy-trade/fees',
  '/account-overview/copy-trade/history',
  '/account-overview/copy-trade/management',
  '/account-overview/copy-trade/management/:',
  '/account-overview/copy-trade/profit',
  '/account-overview/copy-trade/strategies',
  '/account-overview/copy-trade/strategies/:',
  '/account-overview/copy-trade/trading',
  '/account-overview/copy-trade/trading/:',
  '/account-overview/deposit',
  '/account-overview/digital-signature',
  '/account-overview/ekyc',
  '/account-overview/history-payment',
  '/account-overview/order-manager/:',
  '/account-overview/property/:',
  '/account-overview/security-account',
  '/account-overview/service-package',
  '/account-overview/service-package/:',
  '/account-overview/shortcuts',
  '/account-overview/withdraw',
];

/** A demo's own; in MODE=live they are wrong links like any other. */
const DEMO_PATHS = [...PATHS, '/dev/bank', '/dev/outbox'];

function patternOf(paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.map((path) => path.replace(/:/g, '[^/]+').replace(/^\/$/, '')).join('|')})/?$`);
}

const LIVE_PAGES = patternOf(PATHS);
const DEMO_PAGES = patternOf(DEMO_PATHS);

export function isClientPath(path: string, mode: 'demo' | 'live'): boolean {
  return (mode === 'demo' ? DEMO_PAGES : LIVE_PAGES).test(path);
}

/**
 * Where the camera may be used and compiled code run, with a script of its own beside the page: nowhere else. The server
 * allows both by the headers of these addresses, and a browser keeps what a document came with: the page is entered and
 * left by a load of its own.
 */
const CAMERA_PAGE = /^\/account-overview\/ekyc\/?$/;
const CAMERA_SCRIPT = /^\/assets\/ekyc-worker-[\w-]+\.js$/;

export function isCameraPage(path: string): boolean {
  return CAMERA_PAGE.test(path);
}

/** Workers obey the headers of their own script, not the page's. */
export function isCameraScript(path: string): boolean {
  return CAMERA_SCRIPT.test(path);
}
