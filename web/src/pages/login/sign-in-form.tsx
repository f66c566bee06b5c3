/**
 * One field for the user name and a password; the authenticator code only once the server asks for it, with both fields
 * kept. A refusal is shown once, close to the fields, with the attempts left and, if its code names one, a link to the
 * next step.
 */
import { ERRORS } from '@mua/contract/errors';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { CodeField, isWholeCode } from '#design/ui/controls/code-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { PasswordInput } from '#design/ui/controls/password-input.tsx';
import { errorText, type FactTexts, isErrorCode } from '#i18n/error-text.ts';
import { SupportLink } from '#signed-in/support-link.tsx';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly totpCode?: string;
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
  /** The same link, offered by a refusal that needs it. */
  readonly resetPassword?: ReactNode;
  /** Credentials of a demo: shown, and filled in on request. */
  readonly demo?: Pick<Credentials, 'username' | 'password'> | null;
}

export function SignInForm(props: SignInFormProps) {
  const { onSubmit, knownUsername = '', forgotPassword, resetPassword, demo = null } = props;
  const { t } = useTranslation();
  const [username, setUsername] = useState(knownUsername);
  const [password, setPassword] = useState('');
  const [totpCode, setTotpCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [isTried, setTried] = useState(false);
  const [isCodeTried, setCodeTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const name = username.trim();
  useEffect(() => {
    if (asksCode) codeField.current?.focus();
  }, [asksCode]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    setCodeTried(asksCode);
    if (name === '') return nameField.current?.focus();
    if (password === '') return passwordField.current?.focus();
    if (asksCode && !isWholeCode('totp', totpCode)) return codeField.current?.focus();
    setFailure(null);
    setBusy(true);
    const refused = await onSubmit({ username: name, password, ...(asksCode && { totpCode: totpCode }) }).finally(() =>
      setBusy(false),
    );
    if (refused?.code === 'SotpRequired') return setAsksCode(true);
    setFailure(refused);
    if (refused?.code === 'LoginWrongInfo') retype(passwordField);
    if (refused?.code === 'InvalidSotp') retype(codeField);
  };
  // A code belongs to one investor: for another name the server decides again whether it needs one.
  const forgetCode = () => {
    setAsksCode(false);
    setTotpCode('');
    setCodeTried(false);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field
        roomy
        label={t(($) => $.pages.login.username)}
        error={isTried && name === '' && t(($) => $.validation.username)}
      >
        {(control) => (
          <Input
            {...control}
            ref={nameField}
            value={username}
            onChange={(event) => {
              setUsername(event.target.value);
              forgetCode();
            }}
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
          error={isTried && password === '' && t(($) => $.validation.password)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordField}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              aria-invalid={control['aria-invalid'] ?? (failure?.code === 'LoginWrongInfo' || undefined)}
              size="xl"
              autoComplete="current-password"
              data-testid="login-password"
            />
          )}
        </Field>
        {/* Placed visually beside the label, but after the password in the tab order. */}
        <span className="absolute top-0.5 right-0 text-12">{forgotPassword}</span>
      </div>
      {asksCode && (
        <CodeField
          ref={codeField}
          kind="totp"
          hint={errorText(t, 'SotpRequired')}
          value={totpCode}
          onValueChange={setTotpCode}
          isTried={isCodeTried}
          data-testid="login-code"
        />
      )}
      {failure && <Refusal failure={failure} resetPassword={resetPassword} />}
      <Button
        type="submit"
        className="h-11 text-14"
        busy={isBusy}
        busyLabel={t(($) => $.pages.login.submitting)}
        data-testid="login-submit"
      >
        {t(($) => $.pages.login.submit)}
      </Button>
      {demo && (
        <DemoHint
          demo={demo}
          onFill={() => {
            setUsername(demo.username);
            setPassword(demo.password);
            forgetCode();
          }}
        />
      )}
    </form>
  );
}

function DemoHint({ demo, onFill }: { demo: Pick<Credentials, 'username' | 'password'>; onFill: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="-mt-2 flex flex-wrap items-center gap-x-1.5 text-12 text-fg-2" data-testid="demo-hint">
      {t(($) => $.pages.login.demo, { username: demo.username, password: demo.password })}
      <Button type="button" variant="link" size="text" className="text-12 max-md:h-11" onClick={onFill}>
        {t(($) => $.pages.login.fillDemo)}
      </Button>
    </p>
  );
}

/** Selects the rejected value, so that typing replaces it. */
function retype({ current: field }: RefObject<HTMLInputElement | null>): void {
  field?.focus();
  field?.select();
}

function Refusal({ failure, resetPassword }: { failure: SignInFailure; resetPassword: ReactNode }) {
  const { t } = useTranslation();
  const { left } = failure.facts;
  const next = isErrorCode(failure.code) ? ERRORS[failure.code].next : null;
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
        {next === 'reset' && resetPassword}
        {next === 'support' && <SupportLink className="block w-fit underline underline-offset-2 max-md:py-3" />}
      </div>
    </div>
  );
}
