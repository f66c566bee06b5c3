/** Signs in, then leads to the address asked for, the remembered one, or the priceboard. */
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { readSearch, text } from '#app/read-search.ts';
import { loadAccountWords } from '#i18n/i18n.ts';
import { LoginPage, type LoginPageProps } from '#pages/login/login-page.tsx';
import { useAuth } from '#session/auth-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { useRenewedPassword } from '#session/renewed-password.ts';
import { HOME, safeReturnUrl } from '#session/return-url.ts';
import { forgetFigures, switchAccount } from '#signed-in/account-switch.ts';
import { useInvestors } from '#signed-in/accounts.ts';
import { signIn } from '#signed-in/sign-in.ts';
import { CallError } from '#wire/call.ts';
import { clientConfig } from '#wire/client-config.ts';

export const Route = createFileRoute('/login')({
  validateSearch: readSearch({ returnUrl: text }),
  loader: loadAccountWords,
  component: LoginRoute,
});

function LoginRoute() {
  const router = useRouter();
  const { queryClient } = Route.useRouteContext();
  const { returnUrl } = Route.useSearch();
  const { accounts, activeUserId } = useAuth();

  /** Read before signing in, which clears it (docs/rules/screens.md#who-may-see-a-page). */
  const destination = () => {
    const asked = safeReturnUrl(returnUrl, window.location.origin);
    return asked === HOME ? (useRedirect.getState().returnUrl ?? HOME) : asked;
  };

  const onSignIn: LoginPageProps['onSignIn'] = async (credentials) => {
    const href = destination();
    try {
      await signIn(credentials);
    } catch (error) {
      if (error instanceof CallError) return { code: error.code, facts: error.facts };
      throw error;
    }
    await forgetFigures(queryClient);
    useRedirect.getState().forget();
    useRenewedPassword.setState({ username: null });
    await router.navigate({ href, replace: true });
    return null;
  };

  const onOpenAccount = async (userId: string) => {
    const href = destination();
    await switchAccount(queryClient, userId);
    useRedirect.getState().forget();
    await router.navigate({ href, replace: true });
  };

  return (
    <LoginPage
      appName={clientConfig().appName}
      version={__APP_VERSION__}
      accounts={accounts}
      activeUserId={activeUserId}
      names={useDeviceNames(accounts.map(({ user }) => user.userId))}
      renewedFor={useRenewedPassword(({ username }) => username)}
      onSignIn={onSignIn}
      onOpenAccount={(userId) => void onOpenAccount(userId)}
    />
  );
}

/** Investors already signed in here, by name once the server has answered. */
function useDeviceNames(userIds: readonly string[]): LoginPageProps['names'] {
  const investors = useInvestors(userIds).filter((investor) => investor !== undefined);
  return Object.fromEntries(investors.map((investor) => [investor.userId, investor]));
}
