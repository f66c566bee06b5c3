/**
 * Which addresses the server calls. A browser names its push service in its subscription, and the server would POST to
 * whatever somebody puts there, into the broker's own network too: so only to services that are known.
 */

/** Of Chrome, Edge, Opera, Samsung Internet and Cốc Cốc; Firefox; Safari. */
const HOSTS: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);
/** Of Edge on Windows: each region has its own. */
const WINDOWS = '.notify.windows.com';

/** Whether an endpoint is at a known push service. `others` are origins. */
export function isAtPushService(endpoint: string, others: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  if (others.includes(url.origin)) return true;
  // The port of https is left out of a URL; another port is another service.
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return HOSTS.has(url.hostname) || url.hostname.endsWith(WINDOWS);
}
