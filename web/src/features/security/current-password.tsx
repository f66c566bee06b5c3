/** The current password, as proof of identity. */
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { PasswordInput } from '#design/ui/controls/password-input.tsx';

export interface CurrentPasswordProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** After the first attempt to send it. */
  readonly isTried: boolean;
  readonly 'data-testid': string;
}

export function CurrentPassword({ label, value, onValueChange, isTried, ...testId }: CurrentPasswordProps) {
  const { t } = useTranslation();
  return (
    <Field roomy label={label} error={isTried && value === '' && t(($) => $.validation.password)}>
      {(control) => (
        <PasswordInput
          {...control}
          {...testId}
          size="xl"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}
