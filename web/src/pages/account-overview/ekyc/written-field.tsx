/** A field that is written into, with what was read from the document. */
import type { DocumentReading, RegistrationField } from '@mua/contract/entities/registration';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Input, type InputProps } from '#design/ui/controls/input.tsx';
import { LongInput } from '#design/ui/controls/long-input.tsx';
import { faultText } from '#pages/account-overview/ekyc/fault-text.ts';
import { OtherReadings, Source } from '#pages/account-overview/ekyc/readings.tsx';
import { dateAsTyped, dateToKeep } from '#pages/account-overview/ekyc/typed-date.ts';
import type { ApplicationForm } from '#pages/account-overview/ekyc/use-application.ts';
import { WayOn } from '#signed-in/way-on.tsx';

export type WrittenName = Exclude<RegistrationField, 'documentType' | 'sex' | 'nationality' | 'addressScheme'>;

interface WrittenFieldProps extends Omit<InputProps, 'form' | 'name' | 'size'> {
  readonly form: ApplicationForm;
  readonly name: WrittenName;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOptional?: boolean;
  readonly reading?: DocumentReading | null;
  readonly isDate?: boolean;
  /** Shown whole, however long: an address. */
  readonly isLong?: boolean;
  /** Keeps what belongs into the field, of whatever is typed or pasted. */
  readonly clean?: (typed: string) => string;
}

export function WrittenField(props: WrittenFieldProps) {
  const { form, name, label, hint, isOptional = false, reading = null, clean, ...input } = props;
  const { isDate = false, isLong = false, ...attributes } = input;
  const { t } = useTranslation();
  // Controlled: a date is kept otherwise than it is shown.
  const { field } = useController({ control: form.control, name });
  const value = field.value ?? '';
  const error = useFault(form, name);
  const change = (typed: string) => field.onChange(isDate ? dateToKeep(typed, value) : (clean?.(typed) ?? typed));
  return (
    <div className="grid min-w-0 content-start gap-2">
      <Field
        roomy
        label={label}
        aside={<Source reading={reading} name={name} value={value} isOptional={isOptional} />}
        hint={hint}
        error={error}
      >
        {(control) => {
          const shared = {
            ...control,
            ...{ name, ref: field.ref, onBlur: field.onBlur, autoComplete: 'off', spellCheck: false },
            'data-testid': `application-${name}`,
          };
          if (isLong)
            return <LongInput {...shared} value={value} onChange={(event) => change(oneLine(event.target.value))} />;
          return (
            <Input
              {...shared}
              {...attributes}
              size="xl"
              value={isDate ? dateAsTyped(value) : value}
              onChange={(event) => change(event.target.value)}
              {...(isDate && { inputMode: 'numeric', placeholder: t(($) => $.application.dateHint) })}
            />
          );
        }}
      </Field>
      <OtherReadings
        reading={reading}
        name={name}
        value={value}
        show={isDate ? dateAsTyped : String}
        onTake={field.onChange}
      />
    </div>
  );
}

/** What is pasted may have several. */
function oneLine(typed: string): string {
  return typed.replace(/\s*\n\s*/g, ' ');
}

export function useFault(form: ApplicationForm, name: RegistrationField): ReactNode | undefined {
  const { t } = useTranslation();
  const error = form.formState.errors[name];
  if (!error) return undefined;
  const fault = String(error.type);
  return (
    <>
      {faultText(t, name, fault, form.getValues())}{' '}
      <WayOn code={fault} className="whitespace-nowrap font-medium underline underline-offset-2 max-md:py-3" />
    </>
  );
}
