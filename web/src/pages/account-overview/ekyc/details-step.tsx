/** What stands on the document: filled in from its pictures beside it, and confirmed or corrected by its holder. */
import type { DocumentReading } from '@mua/contract/entities/registration';
import { LoaderCircle } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { digitsOf } from '#design/ui/controls/code-field.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { languageOf } from '#i18n/languages.ts';
import { ChoiceField } from '#pages/account-overview/ekyc/choice-field.tsx';
import { countriesIn, countryName } from '#pages/account-overview/ekyc/countries.ts';
import { type PictureBeside, PicturesBeside } from '#pages/account-overview/ekyc/pictures-beside.tsx';
import { isDiffering } from '#pages/account-overview/ekyc/reading-differences.ts';
import { OtherReadings, ReadingNote, Source } from '#pages/account-overview/ekyc/readings.tsx';
import type { ApplicationForm, OpenApplication } from '#pages/account-overview/ekyc/use-application.ts';
import type { Reading } from '#pages/account-overview/ekyc/use-reading.ts';
import { useFault, WrittenField } from '#pages/account-overview/ekyc/written-field.tsx';

interface DetailsStepProps {
  readonly application: OpenApplication;
  readonly reading: Reading;
}

export function DetailsStep({ application, reading }: DetailsStepProps) {
  const { form } = application;
  const pictures = picturesOf(form);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      {pictures.length > 0 && <PicturesBeside pictures={pictures} />}
      <div className="grid min-w-0 grid-cols-1 gap-5 only:col-span-full">
        <UnderWay reading={reading} />
        <ReadingNote reading={reading.result} fields={form.watch()} />
        <Fields form={form} reading={reading.result} />
      </div>
    </div>
  );
}

function picturesOf(form: ApplicationForm): PictureBeside[] {
  const [documentType, ...imageIds] = form.watch(['documentType', 'frontImageId', 'backImageId', 'passportImageId']);
  const kinds = ['ID_FRONT', 'ID_BACK', 'PASSPORT'] as const;
  return kinds.flatMap((kind, at) => {
    const imageId = imageIds[at];
    return imageId && (kind === 'PASSPORT') === (documentType === 'PASSPORT') ? [{ kind, imageId }] : [];
  });
}

/** Reading takes a while on a small machine, and nobody has to wait for it. */
function UnderWay({ reading: { isBusy, refusal, again } }: { readonly reading: Reading }) {
  const { t } = useTranslation();
  return (
    <div role="status" data-testid="application-reading" className="empty:hidden">
      {isBusy && (
        <p className="flex items-start gap-2 rounded-md bg-surface-2 px-3 py-2 text-fg-2 leading-5">
          <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spinner" />
          {t(($) => $.application.reading)}
        </p>
      )}
      {refusal && (
        <div className="grid justify-items-start gap-2">
          <p className="text-fg-2 leading-5">{t(($) => $.application.notRead)}</p>
          <RefusalNote refusal={refusal} />
          <Button variant="outline" className="max-md:h-11" onClick={again}>
            {t(($) => $.application.readAgain)}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FieldsProps {
  readonly form: ApplicationForm;
  readonly reading: DocumentReading | null;
}

function Fields(field: FieldsProps) {
  const { t } = useTranslation();
  const isPassport = field.form.watch('documentType') === 'PASSPORT';
  return (
    <>
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
          label={t(($) => $.identification.number[isPassport ? 'PASSPORT' : 'CITIZEN_CARD'])}
          clean={isPassport ? (typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '') : digitsOf}
          inputMode={isPassport ? 'text' : 'numeric'}
        />
        <WrittenField {...field} isDate name="dateOfBirth" label={t(($) => $.identification.field.dateOfBirth)} />
        <SexField {...field} />
        <NationalityField {...field} />
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
      <WrittenField
        {...field}
        isLong
        name="permanentAddress"
        label={t(($) => $.identification.field.permanentAddress)}
      />
    </>
  );
}

function SexField({ form, reading }: FieldsProps) {
  const { t } = useTranslation();
  const sex = form.watch('sex');
  return (
    <Field
      roomy
      label={t(($) => $.identification.field.sex)}
      error={useFault(form, 'sex')}
      warning={isDiffering(reading, 'sex', sex ?? '') && t(($) => $.application.differs)}
    >
      {(control) => (
        <Select
          {...control}
          size="xl"
          value={sex}
          onValueChange={(chosen) => form.setValue('sex', chosen, { shouldDirty: true, shouldValidate: true })}
          placeholder={t(($) => $.banks.choose)}
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

function NationalityField({ form, reading }: FieldsProps) {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  const countries = useMemo(() => countriesIn(language), [language]);
  const value = form.watch('nationality') ?? '';
  const choose = (code: string) => form.setValue('nationality', code, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="grid min-w-0 content-start gap-2">
      <ChoiceField
        name="nationality"
        label={t(($) => $.identification.field.nationality)}
        choices={countries}
        value={value}
        nothing={t(($) => $.application.noCountry)}
        aside={<Source reading={reading} name="nationality" value={value} />}
        error={useFault(form, 'nationality')}
        onChoose={choose}
      />
      <OtherReadings
        reading={reading}
        name="nationality"
        value={value}
        show={(code) => countryName(code, language)}
        onTake={choose}
      />
    </div>
  );
}
