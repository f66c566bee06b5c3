/** A unit of the country: a province, a district, a ward. */
import type { Place } from '@mua/contract/http/locations';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { languageOf } from '#i18n/languages.ts';
import { ChoiceField } from '#pages/account-overview/ekyc/choice-field.tsx';

interface PlaceFieldProps {
  readonly name: 'provinceId' | 'districtId' | 'wardId';
  readonly places: UseQueryResult<Place[]>;
  readonly value: string;
  readonly error: ReactNode | undefined;
  readonly isWaiting?: boolean;
  readonly onChoose: (placeId: string) => void;
}

export function PlaceField({ name, places, value, error, isWaiting = false, onChoose }: PlaceFieldProps) {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  const label = t(($) => $.application.contact[name]);
  if (places.isError) {
    return (
      <Field roomy label={label} error={t(($) => $.application.contact.failed)}>
        {(control) => (
          <Button
            {...control}
            variant="outline"
            className="h-11 justify-self-start"
            onClick={() => void places.refetch()}
          >
            {t(($) => $.application.contact.retry)}
          </Button>
        )}
      </Field>
    );
  }
  return (
    <ChoiceField
      name={name}
      label={label}
      choices={places.data?.map((place) => ({ id: place.id, name: place.name[language] }))}
      value={value}
      nothing={t(($) => $.application.contact.nothing)}
      hint={isWaiting && t(($) => $.application.contact.first)}
      error={error}
      isDisabled={isWaiting}
      onChoose={onChoose}
    />
  );
}
