/** A new password and its confirmation. */
import { LIMITS } from '@mua/contract/limits';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { PasswordInput } from '#design/ui/controls/password-input.tsx';
import { PasswordHints } from '#features/security/password-hints.tsx';
import { passwordFault } from '#features/security/password-strength.ts';

export interface NewPassword {
  readonly password: string;
  readonly repeat: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeat: '' };

export function isNewPasswordReady({ password, repeat }: NewPassword): boolean {
  return passwordFault(password) === null && password === repeat;
}

export interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
  /** After the first attempt to send it. */
  readonly isTried: boolean;
}

export function NewPasswordFields({ value, onChange, isTried }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  const { password, repeat } = value;
  const fault = isTried ? passwordFault(password) : null;
  const isDifferent = password !== repeat && (isTried || repeat.length >= password.length) && repeat !== '';
  return (
    <>
      <div className="grid gap-2">
        <Field
          roomy
          label={t(($) => $.security.password.new)}
          error={
            fault &&
            {
              required: t(($) => $.validation.password),
              spaces: t(($) => $.validation.passwordSpaces),
              pattern: t(($) => $.validation.passwordPattern, { min: LIMITS.passwordMin, max: LIMITS.passwordMax }),
            }[fault]
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              size="xl"
              autoComplete="new-password"
              value={password}
              onChange={(event) => onChange({ ...value, password: event.target.value })}
              data-testid="new-password"
            />
          )}
        </Field>
        <PasswordHints password={password} />
      </div>
      <Field
        roomy
        label={t(($) => $.security.password.repeat)}
        error={
          isDifferent
            ? t(($) => $.validation.passwordMismatch)
            : isTried && repeat === '' && t(($) => $.validation.required)
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            size="xl"
            autoComplete="new-password"
            value={repeat}
            onChange={(event) => onChange({ ...value, repeat: event.target.value })}
            data-testid="repeat-password"
          />
        )}
      </Field>
    </>
  );
}
