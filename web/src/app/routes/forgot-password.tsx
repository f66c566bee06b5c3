/** Resets a forgotten password, then returns to the sign-in. */
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { loadAccountWords } from '#i18n/i18n.ts';
import { ForgotPasswordPage } from '#pages/login/forgot-password-page.tsx';
import { clientConfig } from '#wire/client-config.ts';

export const Route = createFileRoute('/forgot-password')({ loader: loadAccountWords, component: ForgotPasswordRoute });

function ForgotPasswordRoute() {
  const navigate = useNavigate();
  return (
    <ForgotPasswordPage
      appName={clientConfig().appName}
      version={__APP_VERSION__}
      onDone={() => void navigate({ to: '/login', replace: true })}
    />
  );
}
