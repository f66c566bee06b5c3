/** What stands on the document: filled in from its pictures, and confirmed or corrected by its holder. */
import type { DocumentReading } from '@mua/contract/entities/registration';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { digitsOf } from '#design/ui/controls/code-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import type { ApplicationForm } from '#pages/account-overview/ekyc/use-application.ts';
import { useFault, WrittenField } from '#pages/account-overview/ekyc/written-field.tsx';

interface DetailsStepProps {
  readonly form: ApplicationForm;
  readonly reading: DocumentReading | null;
}

export function DetailsStep({ form, reading }: DetailsStepProps) {
  const { t } = useTranslation();
  const isPassport = form.watch('documentType') === 'PASSPORT';
  const field = { form, reading };
  return (
    <>
      <ReadingNote reading={reading} />
      <WrittenField
        {...field}
        name="fullName"
        label={t(($) => $.identification.field.fullName)}
        autoCapitalize="words"
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <WrittenField
          {...field}
          name="idNumber"
          label={t(($) => $.identification.field.idNumber)}
          clean={isPassport ? (typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '') : digitsOf}
          inputMode={isPassport ? 'text' : 'numeric'}
        />
        <WrittenField {...field} isDate name="dateOfBirth" label={t(($) => $.identification.field.dateOfBirth)} />
        <SexField {...field} />
        <WrittenField
          {...field}
          name="nationality"
          label={t(($) => $.identification.field.nationality)}
          hint={t(($) => $.application.countryHint)}
          clean={(typed) => typed.toUpperCase()}
        />
        <WrittenField {...field} isDate name="issueDate" label={t(($) => $.identification.field.issueDate)} />
        <WrittenField
          {...field}
          isDate
          isOptional
          name="expiryDate"
          label={t(($) => $.identification.field.expiryDate)}
        />
      </div>
      <WrittenField {...field} name="issuePlace" label={t(($) => $.identification.field.issuePlace)} />
      <WrittenField {...field} name="permanentAddress" label={t(($) => $.identification.field.permanentAddress)} />
    </>
  );
}

function ReadingNote({ reading }: { readonly reading: DocumentReading | null }) {
  const { t } = useTranslation();
  const count = reading?.differences.length ?? 0;
  if (!reading?.isExpired && count === 0) return null;
  return (
    <p role="status" className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning leading-5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {reading?.isExpired ? t(($) => $.application.expired) : t(($) => $.application.differences, { count })}
    </p>
  );
}

function SexField({ form, reading }: DetailsStepProps) {
  const { t } = useTranslation();
  const differs = reading?.differences.some(({ field }) => field === 'sex') ?? false;
  return (
    <Field
      roomy
      label={t(($) => $.identification.field.sex)}
      error={useFault(form, 'sex')}
      warning={differs && t(($) => $.application.differs)}
    >
      {(control) => (
        <Select
          {...control}
          size="xl"
          value={form.watch('sex')}
          onValueChange={(sex) => form.setValue('sex', sex, { shouldDirty: true, shouldValidate: true })}
          placeholder={t(($) => $.application.contact.choose)}
          options={[
            { value: 'M', label: t(($) => $.identification.sex.M) },
            { value: 'F', label: t(($) => $.identification.sex.F) },
          ]}
          data-testid="application-sex"
        />
      )}
    </Field>
  );
}
