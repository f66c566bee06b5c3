/**
 * `/forgot-password` (docs/rules/people.md#codes): the address, the code, the new password. The current step and the
 * address survive a reload; an expired session says so and leads to a new code with the address already filled in.
 */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { CodeForm } from '#features/security/code-form.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { LoginLayout } from '#pages/login/login-layout.tsx';
import { resendReset, usePasswordReset, verifyReset } from '#pages/login/password-reset.ts';
import { ResetAddress } from '#pages/login/reset-address.tsx';
import { ResetPassword } from '#pages/login/reset-password.tsx';

export interface ForgotPasswordPageProps {
  readonly appName: string;
  readonly version: string;
  /** Called when the new password is set. */
  readonly onDone: () => void;
}

export function ForgotPasswordPage({ appName, version, onDone }: ForgotPasswordPageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.security.forgot.title));
  const { session, isVerified, startOver } = usePasswordReset();
  const step = session === null ? 'address' : isVerified ? 'password' : 'code';
  const heads = {
    address: { title: t(($) => $.security.forgot.title), subtitle: t(($) => $.security.forgot.subtitle) },
    code: { title: t(($) => $.security.forgot.codeTitle), subtitle: t(($) => $.security.forgot.privacy) },
    password: { title: t(($) => $.security.forgot.passwordTitle), subtitle: t(($) => $.security.forgot.passwordHint) },
  };
  const startOverButton = (
    <Button variant="ghost" className="max-md:h-11 max-md:px-0" onClick={startOver} data-testid="reset-start-over">
      {t(($) => (isVerified ? $.security.forgot.startOver : $.security.forgot.other))}
    </Button>
  );
  return (
    <LoginLayout {...{ appName, version }} {...heads[step]}>
      {session === null ? (
        <ResetAddress />
      ) : isVerified ? (
        <ResetPassword session={session} onDone={onDone}>
          {startOverButton}
        </ResetPassword>
      ) : (
        <CodeForm
          key={session.sessionId}
          delivery={session}
          onVerify={(code) => verifyReset(session, code)}
          onResend={() => resendReset(session)}
        >
          {startOverButton}
        </CodeForm>
      )}
      <Link to="/login" className="justify-self-start rounded-sm text-primary-text hover:underline max-md:py-3">
        {t(($) => $.security.forgot.backToSignIn)}
      </Link>
    </LoginLayout>
  );
}
