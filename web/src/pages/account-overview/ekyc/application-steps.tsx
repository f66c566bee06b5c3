/** The steps of an application, each with what it asks for. */
import { DOCUMENT_TYPES, type PictureKind, type RegistrationStep } from '@mua/contract/entities/registration';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { digitsOf } from '#design/ui/controls/code-field.tsx';
import { RightNote } from '#design/ui/feedback/right-note.tsx';
import { AddressStep } from '#pages/account-overview/ekyc/address-step.tsx';
import { DetailsStep } from '#pages/account-overview/ekyc/details-step.tsx';
import { PictureField } from '#pages/account-overview/ekyc/picture-field.tsx';
import type { ApplicationForm, OpenApplication } from '#pages/account-overview/ekyc/use-application.ts';
import type { Reading } from '#pages/account-overview/ekyc/use-reading.ts';
import { useFault, WrittenField } from '#pages/account-overview/ekyc/written-field.tsx';
import { isTaxCodeRight, taxDigits } from '#pages/tax-code.ts';

interface StepProps {
  readonly application: OpenApplication;
}

interface StepFieldsProps extends StepProps {
  readonly step: RegistrationStep;
  readonly reading: Reading;
}

export function StepFields({ application, step, reading }: StepFieldsProps) {
  const { form } = application;
  switch (step) {
    case 'COMPANY':
      return <CompanyStep application={application} />;
    case 'DOCUMENT':
      return <DocumentStep form={form} />;
    case 'PICTURES':
      return <PicturesStep application={application} onKept={reading.start} />;
    case 'DETAILS':
      return <DetailsStep application={application} reading={reading} />;
    case 'ADDRESS':
      return <AddressStep form={form} />;
  }
}

function CompanyStep({ application }: StepProps) {
  const { t } = useTranslation();
  const { form } = application;
  return (
    <>
      <WrittenField form={form} name="companyName" label={t(($) => $.identification.field.companyName)} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <WrittenField
          form={form}
          name="taxCode"
          label={t(($) => $.identification.field.taxCode)}
          hint={
            isTaxCodeRight(form.watch('taxCode') ?? '') && (
              <RightNote>{t(($) => $.identification.taxCodeRight)}</RightNote>
            )
          }
          clean={taxDigits}
          inputMode="numeric"
        />
        <WrittenField
          form={form}
          name="licenceNumber"
          label={t(($) => $.identification.field.licenceNumber)}
          clean={digitsOf}
          inputMode="numeric"
        />
        <WrittenField form={form} isDate name="licenceDate" label={t(($) => $.identification.field.licenceDate)} />
        <WrittenField form={form} name="position" label={t(($) => $.identification.field.position)} />
      </div>
      <div className="sm:max-w-sm">
        <DocumentPicture application={application} kind="LICENCE" />
      </div>
    </>
  );
}

function DocumentStep({ form }: { readonly form: ApplicationForm }) {
  const { t } = useTranslation();
  const error = useFault(form, 'documentType');
  const chosen = form.watch('documentType');
  return (
    <fieldset className="grid gap-3" {...(error !== undefined && { 'data-fault': '' })}>
      <legend className="pb-2 font-medium text-13">{t(($) => $.application.documentType)}</legend>
      {DOCUMENT_TYPES.map((type) => (
        <label
          key={type}
          className={cn(
            'flex min-h-16 cursor-pointer items-start gap-3 rounded-lg border border-input p-4 has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-ring',
            chosen === type && 'border-primary bg-surface-2',
          )}
        >
          <input
            type="radio"
            name="documentType"
            value={type}
            checked={chosen === type}
            onChange={() => form.setValue('documentType', type, { shouldDirty: true, shouldValidate: true })}
            className="mt-1 size-4 accent-primary"
            data-testid={`application-${type}`}
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{t(($) => $.identification.document[type])}</span>
            <span className="text-12 text-fg-2 leading-5">{t(($) => $.application.documentHint[type])}</span>
          </span>
        </label>
      ))}
      {error && (
        <p role="alert" className="text-12 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function PicturesStep({ application, onKept }: StepProps & { readonly onKept: () => void }) {
  const isPassport = application.form.watch('documentType') === 'PASSPORT';
  const kinds = isPassport ? (['PASSPORT'] as const) : (['ID_FRONT', 'ID_BACK'] as const);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {kinds.map((kind) => (
        <DocumentPicture key={kind} application={application} kind={kind} onKept={onKept} />
      ))}
    </div>
  );
}

const FIELD_OF = {
  ID_FRONT: 'frontImageId',
  ID_BACK: 'backImageId',
  PASSPORT: 'passportImageId',
  LICENCE: 'licenceImageId',
} as const;

interface DocumentPictureProps extends StepProps {
  readonly kind: Exclude<PictureKind, 'SELFIE'>;
  readonly onKept?: () => void;
}

function DocumentPicture({ application, kind, onKept }: DocumentPictureProps) {
  const { form, registration, calls, flush } = application;
  const field = FIELD_OF[kind];
  const imageId = form.watch(field);
  const keep = async (file: Blob) => {
    const kept = await calls.keep(kind, file);
    form.setValue(field, kept.imageId, { shouldDirty: true, shouldValidate: true });
    onKept?.();
    await flush();
  };
  return (
    <PictureField
      kind={kind}
      picture={registration.pictures.find((one) => one.imageId === imageId)}
      fault={useFault(form, field)}
      onKeep={keep}
    />
  );
}
