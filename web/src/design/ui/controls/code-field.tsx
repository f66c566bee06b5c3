/** A code or PIN: digits only, whatever is pasted around them, with the phone's number keys and its code from an SMS. */
import { LIMITS } from '@mua/contract/limits';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';

/** By mail or SMS, of the authenticator app, or one's own. */
type CodeKind = 'otp' | 'totp' | 'pin';

const DIGITS = { otp: LIMITS.otpDigits, totp: LIMITS.totpDigits, pin: LIMITS.pinDigits };

export function isWholeCode(kind: CodeKind, code: string): boolean {
  return code.length === DIGITS[kind];
}

export interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly kind: CodeKind;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Other words than the kind's own. */
  readonly label?: string;
  readonly hint?: ReactNode;
  /** From then on a code that is not whole is said to be none. */
  readonly isTried?: boolean;
  /** What else is wrong with it. */
  readonly error?: ReactNode;
  readonly 'data-testid': string;
}

export function CodeField({ kind, value, onValueChange, label, hint, isTried, error, ...input }: CodeFieldProps) {
  const { t } = useTranslation();
  const isPin = kind === 'pin';
  const digits = DIGITS[kind];
  const names = {
    otp: t(($) => $.security.code.label),
    totp: t(($) => $.security.app.code),
    pin: t(($) => $.security.proof.pin),
  };
  const partial = isPin ? t(($) => $.security.pin.digits, { digits }) : t(($) => $.validation.otpDigits, { digits });
  return (
    <Field
      roomy
      label={label ?? names[kind]}
      hint={hint}
      error={error || (isTried && !isWholeCode(kind, value) && partial)}
    >
      {(control) => (
        <Input
          {...control}
          {...input}
          size="xl"
          // A PIN is not for whoever looks over a shoulder, and no password manager keeps it.
          type={isPin ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={isPin ? 'off' : 'one-time-code'}
          spellCheck={false}
          className="font-medium tabular-nums tracking-[0.3em]"
          value={value}
          onChange={(event) => onValueChange(digitsOf(event.target.value).slice(0, digits))}
        />
      )}
    </Field>
  );
}

/** What is not a digit is taken out, the blanks of `123 456` too. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
