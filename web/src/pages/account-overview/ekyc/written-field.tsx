/**
 * A field that is written into, with what was read from the document: where it was read, and the other readings where
 * two do not agree or something else was typed.
 */
import type { DocumentReading, RegistrationField } from '@mua/contract/entities/registration';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Chip } from '#design/ui/controls/chip.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input, type InputProps } from '#design/ui/controls/input.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { faultText } from '#pages/account-overview/ekyc/fault-text.ts';
import { dateAsTyped, dateToKeep } from '#pages/account-overview/ekyc/typed-date.ts';
import type { ApplicationForm } from '#pages/account-overview/ekyc/use-application.ts';
import { WayOn } from '#signed-in/way-on.tsx';

export type WrittenName = Exclude<RegistrationField, 'documentType' | 'sex' | 'addressScheme'>;

interface WrittenFieldProps extends Omit<InputProps, 'form' | 'name' | 'size'> {
  readonly form: ApplicationForm;
  readonly name: WrittenName;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly reading?: DocumentReading | null;
  readonly isDate?: boolean;
  /** Keeps what belongs into the field, of whatever is typed or pasted. */
  readonly clean?: (typed: string) => string;
}

export function WrittenField(props: WrittenFieldProps) {
  const { form, name, label, hint, isOptional = false, reading = null, isDate = false, clean, ...input } = props;
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
        {(control) => (
          <Input
            {...control}
            {...input}
            name={name}
            ref={field.ref}
            onBlur={field.onBlur}
            size="xl"
            autoComplete="off"
            spellCheck={false}
            value={isDate ? dateAsTyped(value) : value}
            onChange={(event) => change(event.target.value)}
            data-testid={`application-${name}`}
            {...(isDate && { inputMode: 'numeric', placeholder: t(($) => $.application.dateHint) })}
          />
        )}
      </Field>
      <OtherReadings reading={reading} name={name} value={value} isDate={isDate} onTake={change} />
    </div>
  );
}

interface ReadProps {
  readonly reading: DocumentReading | null;
  readonly name: WrittenName;
  readonly value: string;
}

function Source({ reading, name, value, isOptional }: ReadProps & { readonly isOptional: boolean }) {
  const { t } = useTranslation();
  const differs = reading?.differences.some(({ field }) => field === name) ?? false;
  const read = reading?.fields[name];
  if (differs) return <Badge tone="warning">{t(($) => $.application.differs)}</Badge>;
  if (read && read.value === value) return <Badge tone="success">{t(($) => $.application.source[read.source])}</Badge>;
  return isOptional ? t(($) => $.application.optional) : null;
}

/** Readings other than what stands in the field; one press takes one. */
function OtherReadings({
  reading,
  name,
  value,
  isDate,
  onTake,
}: ReadProps & { readonly isDate: boolean; readonly onTake: (value: string) => void }) {
  const { t } = useTranslation();
  const others = otherReadings(reading, name).filter((one) => one.value !== value);
  if (others.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {others.map(({ source, value: other }) => {
        const shown = isDate ? dateAsTyped(other) : other;
        return (
          <Chip
            key={`${source} ${other}`}
            className="h-auto min-h-9 text-left max-md:min-h-11"
            onClick={() => onTake(shown)}
          >
            {t(($) => $.application.take, { value: shown })}
            <span className="text-fg-3">{t(($) => $.application.source[source])}</span>
          </Chip>
        );
      })}
    </div>
  );
}

function otherReadings(reading: DocumentReading | null, name: string) {
  const read = reading?.fields[name];
  const differing = reading?.differences.find(({ field }) => field === name)?.values ?? [];
  const all = [...(read ? [{ source: read.source, value: read.value }] : []), ...differing];
  // A number says a year or a sex, nothing that can be put into a field.
  return all.filter(
    ({ source, value }, at) =>
      source !== 'NUMBER' && value !== '' && all.findIndex((other) => other.value === value) === at,
  );
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
