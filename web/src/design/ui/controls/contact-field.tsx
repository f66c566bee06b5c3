/** Edits a mail address or phone number that a code will be sent to. */
import type { OtpChannel } from '@mua/contract/entities/security';
import { forgotPassword } from '@mua/contract/http/security';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { digitsOf } from '#design/ui/controls/code-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';

/** Reads what was typed, and tells whether the server would accept it at all. */
export function readContact(
  channel: OtpChannel,
  typed: string,
): { readonly address: string; readonly isValid: boolean } {
  const address = channel === 'email' ? typed.trim() : digitsOf(typed);
  const asked = channel === 'email' ? { channel, email: address } : { channel, phoneNumber: address };
  return { address, isValid: forgotPassword.body.safeParse(asked).success };
}

export interface ContactFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly channel: OtpChannel;
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** No fault is shown before somebody tried to send it. */
  readonly isTried: boolean;
  readonly 'data-testid': string;
}

export function ContactField({ channel, label, value, onValueChange, isTried, ...input }: ContactFieldProps) {
  const { t } = useTranslation();
  const { address, isValid } = readContact(channel, value);
  const isMissing = address === '';
  const kind = channel === 'email' ? 'email' : 'tel';
  const fault =
    channel === 'email'
      ? t(($) => (isMissing ? $.validation.email : $.validation.emailInvalid))
      : t(($) => (isMissing ? $.validation.phone : $.validation.mobileNumber));
  return (
    <Field roomy label={label} error={isTried && !isValid && fault}>
      {(control) => (
        <Input
          {...control}
          {...input}
          size="xl"
          type={kind}
          inputMode={kind}
          autoComplete={kind}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
