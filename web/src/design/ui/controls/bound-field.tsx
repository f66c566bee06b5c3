/** Edits a limit that somebody sets: a number with its unit, often empty for none. */
import { Field, type FieldProps } from '#design/ui/controls/field.tsx';
import { Input, type InputProps } from '#design/ui/controls/input.tsx';

export interface BoundFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'warning' | 'error'>, InputProps {
  readonly unit?: string;
  readonly 'data-testid': string;
}

export function BoundField({ label, hint, warning, error, unit, ...input }: BoundFieldProps) {
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
          after={unit && <span className="text-12 text-fg-3">{unit}</span>}
        />
      )}
    </Field>
  );
}
