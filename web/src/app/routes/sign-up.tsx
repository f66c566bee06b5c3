/** Signs up, then leads to the application. */
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { loadAccountWords } from '#i18n/i18n.ts';
import { SignUpPage } from '#pages/sign-up/sign-up-page.tsx';
import { forgetSignUp } from '#pages/sign-up/sign-up-session.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { forgetFigures } from '#signed-in/account-switch.ts';
import { clientConfig } from '#wire/client-config.ts';

export const Route = createFileRoute('/sign-up')({ loader: loadAccountWords, component: SignUpRoute });

/** Every new investor has an application to complete. */
const APPLICATION = '/account-overview/ekyc';

function SignUpRoute() {
  const router = useRouter();
  const { queryClient } = Route.useRouteContext();
  const onDone = async () => {
    await forgetFigures(queryClient);
    useRedirect.getState().forget();
    // Signals before navigating: the application is a separate document, so this page and its memory are discarded.
    forgetSignUp();
    await router.navigate({ href: APPLICATION, replace: true });
  };
  return <SignUpPage appName={clientConfig().appName} version={__APP_VERSION__} onDone={onDone} />;
}
