/**
 * Decides where to go after signing in (docs/rules/screens.md#who-may-see-a-page). The address comes from outside, so
 * only a page of this very site passes: it must begin with one slash, the browser's own reading of it must be the same
 * text on the same origin, and decoded until nothing changes its path must be a page that exists. The comparison
 * refuses everything a browser would silently repair (backslashes, tabs, dot segments, credentials) into another place;
 * the decoding refuses what a proxy might.
 */
import { isClientPath } from '@mua/contract/client-paths';

export const HOME = '/';
const LENGTH_MAX = 2048;
const ONE_SLASH = /^\/(?![/\\])/;

/**
 * Returns the path itself when it is safe, else `/`. Returning to the sign-in page would be a loop, so that is `/` too.
 */
export function safeReturnUrl(candidate: unknown, origin: string): string {
  if (typeof candidate !== 'string' || candidate.length > LENGTH_MAX || !ONE_SLASH.test(candidate)) return HOME;
  const url = parse(candidate, origin);
  if (!url || url.origin !== origin || url.pathname + url.search + url.hash !== candidate) return HOME;
  const path = decoded(url.pathname);
  return path !== undefined && isClientPath(path, 'demo') && !isSignIn(path) ? candidate : HOME;
}

function parse(candidate: string, origin: string): URL | undefined {
  try {
    return new URL(candidate, origin);
  } catch {
    return undefined;
  }
}

/** Returns undefined when a percent sign encodes nothing. */
function decoded(pathname: string): string | undefined {
  try {
    const once = decodeURIComponent(pathname);
    return once === pathname ? once : decoded(once);
  } catch {
    return undefined;
  }
}

function isSignIn(path: string): boolean {
  return /^\/login(?:\/|$)/i.test(path);
}
