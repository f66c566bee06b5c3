/** One identity field and a password; a refusal is told once, where the eye is, with the tries that are left. */
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/button.tsx';
import { Field } from '#design/ui/field.tsx';
import { Input } from '#design/ui/input.tsx';
import { PasswordInput } from '#design/ui/password-input.tsx';
import { errorText, type FactTexts } from '#i18n/error-text.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface SignInFailure {
  readonly code: string;
  readonly facts: FactTexts;
}

export interface SignInFormProps {
  /** Resolves to what went wrong, or to null once signed in. */
  readonly onSubmit: (credentials: Credentials) => Promise<SignInFailure | null>;
}

export function SignInForm({ onSubmit }: SignInFormProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isWrongInfo = failure?.code === 'LoginWrongInfo';

  const submit = handleSubmit(async ({ username, password }) => {
    setFailure(null);
    const refused = await onSubmit({ username: username.trim(), password });
    setFailure(refused);
    if (refused?.code === 'LoginWrongInfo') setFocus('password', { shouldSelect: true });
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field roomy label={t(($) => $.pages.login.username)} error={errors.username && t(($) => $.validation.username)}>
        {(control) => (
          <Input
            {...control}
            {...register('username', { validate: (value) => value.trim() !== '' })}
            size="xl"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-testid="login-username"
          />
        )}
      </Field>
      <Field roomy label={t(($) => $.pages.login.password)} error={errors.password && t(($) => $.validation.password)}>
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
      {failure && <Refusal failure={failure} />}
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

function Refusal({ failure }: { failure: SignInFailure }) {
  const { t } = useTranslation();
  const { left } = failure.facts;
  return (
    <p
      role="alert"
      data-testid="login-error"
      className="-my-1 flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger leading-5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {errorText(t, failure.code, failure.facts)}
        {left !== undefined && <span className="block text-12">{t(($) => $.shell.state.left, { left })}</span>}
      </span>
    </p>
  );
}
