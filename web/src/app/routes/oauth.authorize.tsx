/**
 * The authorization page (docs/rules/people.md#programs); visitors are redirected to sign in before they get here
 * (session/access-rule.ts).
 */
import type { AuthorizationQuery } from '@mua/contract/http/oauth';
import { createFileRoute, Navigate, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { AskedProofs } from '#app/asked-proofs.tsx';
import { loadAccountWords } from '#i18n/i18n.ts';
import { AuthorizePage } from '#pages/authorize/authorize-page.tsx';
import { useAuth } from '#session/auth-store.ts';
import { readRequest } from '#signed-in/grants.ts';
import { endSessionWhenUnauthorized } from '#signed-in/unauthorized.ts';
import { refusalIn } from '#wire/call.ts';
import { clientConfig } from '#wire/client-config.ts';
import type { Refused } from '#wire/submission.ts';

export const Route = createFileRoute('/oauth/authorize')({
  loader: loadAccountWords,
  component: AuthorizeRoute,
});

function AuthorizeRoute() {
  const { queryClient } = Route.useRouteContext();
  const { href, search } = useLocation();
  const userId = useAuth((state) => state.activeUserId);
  const request = useMemo(() => requestOrRefusal(search), [search]);
  const router = useRouter();
  useEffect(() => endSessionWhenUnauthorized(queryClient, () => void router.invalidate()), [queryClient, router]);
  // The session ended while the page was open.
  if (userId === null) return <Navigate to="/login" search={{ returnUrl: href }} replace />;
  return (
    <>
      <AuthorizePage
        appName={clientConfig().appName}
        version={__APP_VERSION__}
        request={request}
        userId={userId}
        onLeave={(address) => window.location.assign(address)}
      />
      <AskedProofs />
    </>
  );
}

function requestOrRefusal(search: Readonly<Record<string, unknown>>): AuthorizationQuery | Refused {
  try {
    return readRequest(search);
  } catch (error) {
    return refusalIn(error);
  }
}
