/**
 * `/login` (docs/rules/screens.md#pages). The route decides what happens after signing in; this page only asks and
 * shows.
 */
import type { SignedInAccount } from '@mua/contract/entities/auth-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#features/shell/page-title.ts';
import { extraInfoQuery } from '#market/system.ts';
import { DeviceAccounts, type DeviceAccountsProps } from '#pages/login/device-accounts.tsx';
import { LoginLayout } from '#pages/login/login-layout.tsx';
import { SignInForm, type SignInFormProps } from '#pages/login/sign-in-form.tsx';

export interface LoginPageProps {
  readonly appName: string;
  readonly version: string;
  readonly accounts: readonly SignedInAccount[];
  readonly activeUserId: string | null;
  readonly names: DeviceAccountsProps['names'];
  /** The user name, as typed, whose password was just reset; otherwise null. */
  readonly renewedFor: string | null;
  readonly onSignIn: SignInFormProps['onSubmit'];
  readonly onOpenAccount: (userId: string) => void;
}

export function LoginPage(props: LoginPageProps) {
  const { appName, version, accounts, activeUserId, names, renewedFor, onSignIn, onOpenAccount } = props;
  const { t } = useTranslation();
  usePageTitle(t(($) => $.pages.title.login));
  return (
    <LoginLayout
      {...{ appName, version }}
      title={t(($) => $.pages.login.title)}
      subtitle={t(($) => $.pages.login.subtitle)}
    >
      {renewedFor !== null && (
        <p
          role="status"
          data-testid="password-renewed"
          className="-my-1 flex items-start gap-2 rounded-md bg-success-soft px-3 py-2 text-success leading-5"
        >
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(($) => $.security.forgot.done)}
        </p>
      )}
      <SignInForm
        onSubmit={onSignIn}
        knownUsername={renewedFor ?? ''}
        demo={useQuery(extraInfoQuery()).data?.demoSignIn ?? null}
        forgotPassword={
          <Link
            to="/forgot-password"
            className="relative block rounded-sm text-primary-text leading-4 hover:underline max-md:after:absolute max-md:after:-inset-x-3 max-md:after:-top-5 max-md:after:-bottom-2"
          >
            {t(($) => $.pages.login.forgot)}
          </Link>
        }
        resetPassword={
          <Link to="/forgot-password" className="block font-medium underline max-md:py-2">
            {t(($) => $.shell.action.reset)}
          </Link>
        }
      />
      <p className="flex flex-wrap items-center gap-x-1.5 text-fg-2">
        {t(($) => $.pages.login.noAccount)}
        <Link
          to="/sign-up"
          className="rounded-sm font-medium text-primary-text hover:underline max-md:py-3"
          data-testid="to-sign-up"
        >
          {t(($) => $.shell.action.signUp)}
        </Link>
      </p>
      {accounts.length > 0 && <DeviceAccounts {...{ accounts, activeUserId, names }} onOpen={onOpenAccount} />}
    </LoginLayout>
  );
}
