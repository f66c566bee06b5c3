/** A bound somebody sets for what may happen: a number with its unit, often empty for none. */
import type { ReactNode } from 'react';
import { Field, type FieldProps } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';

export interface BoundFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'warning' | 'error'> {
  readonly unit?: ReactNode;
  /** As typed; whoever asks for it reads it. */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** What an empty field means. */
  readonly placeholder?: string;
  readonly onBlur?: () => void;
  readonly 'data-testid': string;
}

export function BoundField({ label, hint, warning, error, unit, onValueChange, ...input }: BoundFieldProps) {
  return (
    <Field roomy label={label} hint={hint} warning={warning} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          size="lg"
          className="max-md:h-11"
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => onValueChange(target.value)}
          after={unit && <span className="text-12 text-fg-3">{unit}</span>}
        />
      )}
    </Field>
  );
}
