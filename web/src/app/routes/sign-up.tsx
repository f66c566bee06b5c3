/** Signing up, and on to the application once somebody is signed in. */
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { loadLaterWords } from '#i18n/i18n.ts';
import { SignUpPage } from '#pages/sign-up/sign-up-page.tsx';
import { forgetSignUp } from '#pages/sign-up/sign-up-session.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { forgetFigures } from '#signed-in/account-switch.ts';
import { clientConfig } from '#wire/client-config.ts';

export const Route = createFileRoute('/sign-up')({ loader: loadLaterWords, component: SignUpRoute });

/** An application waits for every newcomer. */
const APPLICATION = '/account-overview/ekyc';

function SignUpRoute() {
  const router = useRouter();
  const { queryClient } = Route.useRouteContext();
  const onDone = async () => {
    await forgetFigures(queryClient);
    useRedirect.getState().forget();
    // Before: the application is a document of its own, and this page is gone with all that is in its memory.
    forgetSignUp();
    await router.navigate({ href: APPLICATION, replace: true });
  };
  return <SignUpPage appName={clientConfig().appName} version={__APP_VERSION__} onDone={onDone} />;
}
