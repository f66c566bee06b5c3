/** Chooses the later month that a position is rolled into. */
import type { Contract } from '@mua/contract/entities/contract';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Select } from '#design/ui/controls/select.tsx';

export interface IntoFieldProps {
  readonly far: Contract;
  readonly targets: readonly Contract[];
  readonly onFar: (code: string) => void;
}

export function IntoField({ far, targets, onFar }: IntoFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t(($) => $.ticketMore.roll.into)}>
      {(control) => (
        <Select
          {...control}
          data-testid="roll-into"
          value={far.code}
          onValueChange={onFar}
          options={targets.map(({ code }) => ({ value: code, label: code }))}
        />
      )}
    </Field>
  );
}
