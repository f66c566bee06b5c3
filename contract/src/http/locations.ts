/** Provinces, districts and wards, since July 2025 and before (docs/rules/people.md#addresses). */
import { z } from 'zod';
import { addressScheme } from '#entities/registration.ts';
import { defineRoute } from '#route.ts';
import { listOf, opaqueId } from '#wire.ts';

const place = z
  .object({ id: z.string().max(64), name: z.object({ vi: z.string().max(100), en: z.string().max(100) }) })
  .meta({ id: 'Place' });
export type Place = z.infer<typeof place>;

const schemeQuery = z.strictObject({ scheme: addressScheme.optional() });

export const listProvinces = defineRoute({
  method: 'GET',
  path: '/location/provinces',
  access: 'public',
  purpose: 'Lists the provinces, today’s or those before July 2025.',
  query: schemeQuery,
  replies: { 200: listOf(place) },
  errors: [],
});

export const listDistricts = defineRoute({
  method: 'GET',
  path: '/location/provinces/{provinceId}/districts',
  access: 'public',
  purpose: 'Lists the districts of a province; today’s provinces have one, which is the whole province.',
  params: z.strictObject({ provinceId: opaqueId }),
  query: schemeQuery,
  replies: { 200: listOf(place) },
  errors: [],
});

export const listWards = defineRoute({
  method: 'GET',
  path: '/location/provinces/{provinceId}/districts/{districtId}/wards',
  access: 'public',
  purpose: 'Lists the wards of a district.',
  params: z.strictObject({ provinceId: opaqueId, districtId: opaqueId }),
  query: schemeQuery,
  replies: { 200: listOf(place) },
  errors: [],
});
