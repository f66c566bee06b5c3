/**
 * Edits a code or PIN: digits only, whatever is pasted around them, with the phone's number keys and its code from an
 * SMS.
 */
import { LIMITS } from '@mua/contract/limits';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';

/** Source of the code: mail or SMS, the authenticator app, or the user's own PIN. */
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
  /** Replaces the kind's own words. */
  readonly label?: string;
  readonly hint?: ReactNode;
  /** Once true, an incomplete code is reported as invalid. */
  readonly isTried?: boolean;
  /** Any other fault of the code. */
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
          // A PIN is hidden from onlookers, and no password manager stores it.
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

/** Removes everything that is not a digit, the spaces of `123 456` too. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
