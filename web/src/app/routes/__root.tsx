/**
 * Wraps every page: the access rule (docs/rules/screens.md#who-may-see-a-page), the full page load that one page needs,
 * and the 404 page for unknown routes.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, type ParsedLocation, redirect } from '@tanstack/react-router';
import { Frame } from '#app/frame.tsx';
import { NotFoundPage } from '#pages/not-found/not-found-page.tsx';
import { decideAccess } from '#session/access-rule.ts';
import { useAuth } from '#session/auth-store.ts';
import { needsOwnDocument } from '#session/own-document.ts';
import { useRedirect } from '#session/redirect-store.ts';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location, preload }) => {
    // Hovering over a link is not a visit: it must neither redirect nor forget.
    if (preload) return;
    applyAccessRule(location);
    if (needsOwnDocument(location.pathname)) throw redirect({ href: location.href, reloadDocument: true });
  },
  notFoundComponent: () => (
    <Frame>
      <NotFoundPage />
    </Frame>
  ),
});

function applyAccessRule({ pathname, searchStr, hash }: ParsedLocation): void {
  const redirectState = useRedirect.getState();
  const decision = decideAccess({
    pathname,
    search: searchStr,
    hash: hash === '' ? '' : `#${hash}`,
    isAuth: useAuth.getState().isAuth,
    skipRedirectOnce: redirectState.skipRedirectOnce,
  });
  switch (decision.kind) {
    case 'stay':
      return;
    case 'stayAndForget':
      return redirectState.forget();
    case 'stayAndUseSkip':
      redirectState.takeSkip();
      return;
    case 'signIn':
      redirectState.remember(decision.returnUrl);
      throw redirect({ to: '/login', search: { returnUrl: decision.returnUrl }, replace: true });
  }
}
