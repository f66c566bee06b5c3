/**
 * Decides who may stay on a page, who is sent to sign in, and what becomes of the remembered return address
 * (docs/rules/screens.md#who-may-see-a-page). A pure function.
 */
export interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly isAuth: boolean;
  /** Log-out and account switch suppress one redirect. */
  readonly skipRedirectOnce: boolean;
}

export type AccessDecision =
  | { readonly kind: 'stay' }
  /** The user is signed in and on the sign-in page or a protected one: the remembered address is no longer needed. */
  | { readonly kind: 'stayAndForget' }
  | { readonly kind: 'stayAndUseSkip' }
  | { readonly kind: 'signIn'; readonly returnUrl: string; readonly href: string };

export function decideAccess(visit: Visit): AccessDecision {
  const isProtected = isProtectedPath(visit.pathname);
  if (visit.isAuth) return isProtected || isSignInPath(visit.pathname) ? { kind: 'stayAndForget' } : { kind: 'stay' };
  if (!isProtected) return { kind: 'stay' };
  if (visit.skipRedirectOnce) return { kind: 'stayAndUseSkip' };
  const returnUrl = visit.pathname + visit.search + visit.hash;
  return { kind: 'signIn', returnUrl, href: `/login?returnUrl=${encodeURIComponent(returnUrl)}` };
}

export function isProtectedPath(pathname: string): boolean {
  return /^\/(?:account-overview(?:\/|$)|oauth\/authorize\/?$)/.test(pathname);
}

function isSignInPath(pathname: string): boolean {
  return /^\/login\/?$/.test(pathname);
}
