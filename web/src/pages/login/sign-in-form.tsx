/**
 * One identity field and a password; the authenticator's code only once the server asks for it, with both still there. A
 * refusal is told once, where the eye is, with the tries that are left and, where the code names one, the way on.
 */
import { ERRORS, type ErrorCode } from '@mua/contract/errors';
import { LIMITS } from '@mua/contract/limits';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/button.tsx';
import { CodeInput } from '#design/ui/code-input.tsx';
import { Field } from '#design/ui/field.tsx';
import { Input } from '#design/ui/input.tsx';
import { PasswordInput } from '#design/ui/password-input.tsx';
import { errorText, type FactTexts, isErrorCode } from '#i18n/error-text.ts';

interface TypedCredentials {
  readonly username: string;
  readonly password: string;
}

export interface Credentials extends TypedCredentials {
  readonly sotpCode?: string;
}

export interface SignInFailure {
  readonly code: string;
  readonly facts: FactTexts;
}

export interface SignInFormProps {
  /** Resolves to what went wrong, or to null once signed in. */
  readonly onSubmit: (credentials: Credentials) => Promise<SignInFailure | null>;
  readonly knownUsername?: string;
  /** The link beside the password. */
  readonly forgotPassword?: ReactNode;
  /** The same way, offered by a refusal whose next step it is. */
  readonly resetPassword?: ReactNode;
}

export function SignInForm({ onSubmit, knownUsername = '', forgotPassword, resetPassword }: SignInFormProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [sotpCode, setSotpCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const { register, handleSubmit, formState, setFocus } = useForm<TypedCredentials>({
    defaultValues: { username: knownUsername, password: '' },
  });
  const { errors, isSubmitting, submitCount } = formState;
  const isWrongInfo = failure?.code === 'LoginWrongInfo';
  const isWrongCode = asksCode && submitCount > 0 && sotpCode.length !== LIMITS.sotpDigits;
  useEffect(() => {
    if (asksCode) codeField.current?.focus();
  }, [asksCode]);

  const submit = handleSubmit(async ({ username, password }) => {
    if (asksCode && sotpCode.length !== LIMITS.sotpDigits) return codeField.current?.focus();
    setFailure(null);
    const typed = { username: username.trim(), password };
    const refused = await onSubmit(asksCode ? { ...typed, sotpCode } : typed);
    if (refused?.code === 'SotpRequired') return setAsksCode(true);
    setFailure(refused);
    if (refused?.code === 'LoginWrongInfo') setFocus('password', { shouldSelect: true });
    if (refused?.code === 'InvalidSotp') codeField.current?.select();
  });
  // A code belongs to one investor: another name is asked for its own, if it has any.
  const forgetCode = () => {
    setAsksCode(false);
    setSotpCode('');
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field roomy label={t(($) => $.pages.login.username)} error={errors.username && t(($) => $.validation.username)}>
        {(control) => (
          <Input
            {...control}
            {...register('username', { validate: (value) => value.trim() !== '', onChange: forgetCode })}
            size="xl"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-testid="login-username"
          />
        )}
      </Field>
      <div className="relative">
        <Field
          roomy
          label={t(($) => $.pages.login.password)}
          error={errors.password && t(($) => $.validation.password)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...register('password', { required: true })}
              aria-invalid={control['aria-invalid'] ?? (isWrongInfo || undefined)}
              size="xl"
              autoComplete="current-password"
              data-testid="login-password"
            />
          )}
        </Field>
        {/* Beside the label for the eye, behind the password for who goes from field to field by keys. */}
        <span className="absolute top-0 right-0 text-12 max-md:-top-2">{forgotPassword}</span>
      </div>
      {asksCode && (
        <Field
          roomy
          label={t(($) => $.security.app.code)}
          hint={errorText(t, 'SotpRequired')}
          error={isWrongCode && sotpCode !== '' && t(($) => $.validation.otpDigits, { digits: LIMITS.sotpDigits })}
        >
          {(control) => (
            <CodeInput
              {...control}
              ref={codeField}
              digits={LIMITS.sotpDigits}
              value={sotpCode}
              onValueChange={setSotpCode}
              data-testid="login-code"
            />
          )}
        </Field>
      )}
      {failure && <Refusal failure={failure} resetPassword={resetPassword} />}
      <Button
        type="submit"
        className="h-11 text-14"
        busy={isSubmitting}
        busyLabel={t(($) => $.pages.login.submitting)}
        data-testid="login-submit"
      >
        {t(($) => $.pages.login.submit)}
      </Button>
    </form>
  );
}

function Refusal({ failure, resetPassword }: { failure: SignInFailure; resetPassword: ReactNode }) {
  const { t } = useTranslation();
  const { left } = failure.facts;
  return (
    <div
      role="alert"
      data-testid="login-error"
      className="-my-1 flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger leading-5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        {errorText(t, failure.code, failure.facts)}
        {left !== undefined && <span className="block text-12">{t(($) => $.shell.state.left, { left })}</span>}
        {isErrorCode(failure.code) && leadsToReset(failure.code) && resetPassword}
      </div>
    </div>
  );
}

function leadsToReset(code: ErrorCode): boolean {
  return ERRORS[code].next === 'reset';
}
