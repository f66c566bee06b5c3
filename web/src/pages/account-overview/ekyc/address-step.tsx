/** Where somebody can be reached, by today's units or by those that stand on older papers. */
import type { AddressScheme } from '@mua/contract/entities/registration';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { PlaceField } from '#pages/account-overview/ekyc/place-field.tsx';
import { usePlaces } from '#pages/account-overview/ekyc/places.ts';
import type { ApplicationForm } from '#pages/account-overview/ekyc/use-application.ts';
import { useFault, WrittenField } from '#pages/account-overview/ekyc/written-field.tsx';

export function AddressStep({ form }: { readonly form: ApplicationForm }) {
  const { t } = useTranslation();
  const scheme: AddressScheme = form.watch('addressScheme') ?? '2025';
  const [provinceId = '', districtId = '', wardId = ''] = form.watch(['provinceId', 'districtId', 'wardId']);
  const { provinces, districts, wards } = usePlaces(scheme, provinceId, districtId);
  const choose = (chosen: Partial<Record<'addressScheme' | 'provinceId' | 'districtId' | 'wardId', string>>) => {
    for (const [name, value] of Object.entries(chosen))
      form.setValue(name as 'wardId', value, { shouldDirty: true, shouldValidate: value !== '' });
  };
  const errors = {
    provinceId: useFault(form, 'provinceId'),
    districtId: useFault(form, 'districtId'),
    wardId: useFault(form, 'wardId'),
  };
  return (
    <>
      <Segment<AddressScheme>
        label={t(($) => $.application.contact.scheme)}
        columns={2}
        value={scheme}
        onValueChange={(next) => choose({ addressScheme: next, provinceId: '', districtId: '', wardId: '' })}
        options={[
          { value: '2025', label: t(($) => $.application.contact['2025']) },
          { value: 'before', label: t(($) => $.application.contact.before) },
        ]}
        className="[&_button]:min-h-10 [&_button]:px-1"
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PlaceField
          name="provinceId"
          places={provinces}
          value={provinceId}
          error={errors.provinceId}
          onChoose={(id) => choose({ provinceId: id, districtId: '', wardId: '' })}
        />
        {scheme === 'before' && (
          <PlaceField
            name="districtId"
            places={districts}
            value={districtId}
            error={errors.districtId}
            isWaiting={provinceId === ''}
            onChoose={(id) => choose({ districtId: id, wardId: '' })}
          />
        )}
        <PlaceField
          name="wardId"
          places={wards}
          value={wardId}
          error={errors.wardId}
          isWaiting={provinceId === '' || (scheme === 'before' && districtId === '')}
          onChoose={(id) => choose({ wardId: id })}
        />
        <WrittenField
          form={form}
          name="street"
          label={t(($) => $.application.contact.street)}
          hint={t(($) => $.application.contact.streetHint)}
        />
      </div>
    </>
  );
}
