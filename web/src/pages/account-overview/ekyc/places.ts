/** The units of the country that an address is put together from; what is already there is not asked for again. */
import type { AddressScheme, RegistrationFields } from '@mua/contract/entities/registration';
import { listDistricts, listProvinces, listWards } from '@mua/contract/http/locations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#i18n/languages.ts';
import { call } from '#wire/call.ts';

/** The one district of a province that has none. */
const WHOLE_PROVINCE = 'all';
const SELDOM_CHANGES = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export function usePlaces(scheme: AddressScheme, provinceId: string, chosenDistrictId: string) {
  const districtId = scheme === 'before' ? chosenDistrictId : WHOLE_PROVINCE;
  const query = { scheme };
  const provinces = useQuery({
    ...SELDOM_CHANGES,
    queryKey: ['places', scheme],
    queryFn: async ({ signal }) => (await call(listProvinces, { query, signal })).items,
  });
  const districts = useQuery({
    ...SELDOM_CHANGES,
    queryKey: ['places', scheme, provinceId],
    queryFn: async ({ signal }) => (await call(listDistricts, { params: { provinceId }, query, signal })).items,
    enabled: scheme === 'before' && provinceId !== '',
  });
  const wards = useQuery({
    ...SELDOM_CHANGES,
    queryKey: ['places', scheme, provinceId, districtId],
    queryFn: async ({ signal }) => (await call(listWards, { params: { provinceId, districtId }, query, signal })).items,
    enabled: provinceId !== '' && districtId !== '',
  });
  return { provinces, districts, wards };
}

/** An address in one line, from the house up to the province; what is not known yet is left out. */
export function useContactAddress(fields: RegistrationFields): string {
  const { i18n } = useTranslation();
  const language = languageOf(i18n.resolvedLanguage);
  const { addressScheme = '2025', provinceId = '', districtId = '', wardId = '', street = '' } = fields;
  const { provinces, districts, wards } = usePlaces(addressScheme, provinceId, districtId);
  const places = [
    wards.data?.find(({ id }) => id === wardId),
    districts.data?.find(({ id }) => id === districtId),
    provinces.data?.find(({ id }) => id === provinceId),
  ];
  return [street.trim(), ...places.map((place) => place?.name[language])].filter(Boolean).join(', ');
}
