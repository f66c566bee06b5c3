/** A new password and its confirmation: the pattern as hints that are ticked off while typing, and how strong it is. */
import { LIMITS } from '@mua/contract/limits';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field } from '#design/ui/controls/field.tsx';
import { PasswordInput } from '#design/ui/controls/password-input.tsx';
import { isRuleMet, PASSWORD_RULES, passwordFault, passwordStrength } from '#features/security/password-strength.ts';

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
  /** After the first try to send it. */
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
        <Strength password={password} />
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

const BARS = { weak: 1, fair: 2, strong: 3 } as const;
const TONES = { weak: 'bg-danger', fair: 'bg-warning', strong: 'bg-success' } as const;

function Strength({ password }: { password: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(password);
  const isEmpty = password === '';
  const range = { min: LIMITS.passwordMin, max: LIMITS.passwordMax };
  return (
    <div className="grid gap-1.5 text-12">
      <p className="flex items-center gap-2 text-fg-2">
        <span aria-hidden className="flex gap-1">
          {[1, 2, 3].map((bar) => (
            <span
              key={bar}
              className={cn('h-1 w-8 rounded-full bg-surface-3', !isEmpty && bar <= BARS[strength] && TONES[strength])}
            />
          ))}
        </span>
        {t(($) => $.security.password.strength)}:
        <span role="status" className="font-medium text-foreground" data-testid="password-strength">
          {isEmpty ? '–' : t(($) => $.security.password.level[strength])}
        </span>
      </p>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-0.5 text-fg-3">
        {PASSWORD_RULES.map((rule) => {
          const isMet = isRuleMet(rule, password);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={rule} className={cn('flex items-center gap-1.5', isMet && 'text-success')}>
              <Icon aria-hidden className="size-3 shrink-0" />
              <span>{t(($) => $.security.password.rule[rule], range)}</span>
              <span className="sr-only">{t(($) => (isMet ? $.security.password.met : $.security.password.unmet))}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
