/**
 * `/sign-up` (docs/rules/people.md#registration): who somebody is, then the code. Where they land afterwards is the
 * route's to decide.
 */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { usePageTitle } from '#features/shell/page-title.ts';
import { LoginLayout } from '#pages/login/login-layout.tsx';
import { CodeStep, type CodeStepProps } from '#pages/sign-up/code-step.tsx';
import { SignUpForm } from '#pages/sign-up/sign-up-form.tsx';
import { useSignUp } from '#pages/sign-up/sign-up-session.ts';

export interface SignUpPageProps {
  readonly appName: string;
  readonly version: string;
  readonly onDone: CodeStepProps['onDone'];
}

/** The third is the application, on a page of its own. */
const STEPS = 3;

export function SignUpPage({ appName, version, onDone }: SignUpPageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.signUp.title));
  const { begun, isChanging } = useSignUp();
  const isCode = begun !== null && !isChanging;
  const head = isCode
    ? { title: t(($) => $.signUp.code.title), subtitle: t(($) => $.signUp.code.subtitle) }
    : { title: t(($) => $.signUp.title), subtitle: t(($) => $.signUp.subtitle) };
  return (
    <LoginLayout {...{ appName, version }} {...head} isLong={!isCode} above={<Progress step={isCode ? 2 : 1} />}>
      {isCode ? <CodeStep key={begun.session.sessionId} begun={begun} onDone={onDone} /> : <SignUpForm />}
      <p className="flex flex-wrap items-center gap-x-1.5 text-fg-2">
        {t(($) => $.signUp.haveAccount)}
        <Link to="/login" className="rounded-sm text-primary-text hover:underline max-md:py-3">
          {t(($) => $.shell.action.signin)}
        </Link>
      </p>
    </LoginLayout>
  );
}

function Progress({ step }: { readonly step: number }) {
  const { t } = useTranslation();
  return (
    <div role="img" aria-label={t(($) => $.signUp.step, { step, steps: STEPS })} className="flex gap-1">
      {Array.from({ length: STEPS }, (_, index) => index + 1).map((one) => (
        <span key={one} className={cn('h-1 flex-1 rounded-full', one <= step ? 'bg-primary' : 'bg-surface-4')} />
      ))}
    </div>
  );
}
