/**
 * Where to go after signing in (spec 2). The address comes from outside, so only a path of this very site passes:
 * it must begin with one slash, and the browser's own reading of it must be the same text on the same origin. Comparing
 * refuses everything a browser would silently repair (backslashes, tabs, dot segments, credentials) into another place.
 */
export const HOME = '/';
const LENGTH_MAX = 2048;
const ONE_SLASH = /^\/(?![/\\])/;

/** The path itself when it is safe, else `/`. Coming back to the sign-in page would be a loop, so that is `/` too. */
export function safeReturnUrl(candidate: unknown, origin: string): string {
  if (typeof candidate !== 'string' || candidate.length > LENGTH_MAX || !ONE_SLASH.test(candidate)) return HOME;
  const url = parse(candidate, origin);
  if (!url || url.origin !== origin || url.pathname + url.search + url.hash !== candidate) return HOME;
  return isSignIn(url.pathname) ? HOME : candidate;
}

function parse(candidate: string, origin: string): URL | undefined {
  try {
    return new URL(candidate, origin);
  } catch {
    return undefined;
  }
}

function isSignIn(pathname: string): boolean {
  return /^\/login\/*$/i.test(pathname);
}
