/**
 * Finds what prevents an application from being submitted: the checks of the form, and those that only the server can
 * make.
 */
import {
  type Picture,
  type PictureKind,
  type RegistrationFault,
  type RegistrationField,
  type RegistrationFields,
  type RegistrationKind,
  STEPS_OF,
} from '@mua/contract/entities/registration';
import { fieldsOf, registrationFaults } from '@mua/contract/registration-rules';
import type { StoredReading } from '#registration/application-store.ts';
import type { PlaceName, Places } from '#registration/places.ts';

export interface Inspected {
  readonly kind: RegistrationKind;
  readonly fields: RegistrationFields;
  readonly reading: StoredReading | null;
  readonly pictures: readonly Picture[];
}

/** `today` is `YYYY-MM-DD` in Vietnam. */
export function faultsOf(application: Inspected, places: Places, today: string): RegistrationFault[] {
  const { kind, fields } = application;
  const known = registrationFaults(kind, fields, today);
  const wrong = new Set(known.map(({ field }) => field));
  const seen = STEPS_OF[kind].flatMap((step) =>
    fieldsOf(step, fields).flatMap((field): RegistrationFault[] => {
      const fault = wrong.has(field) ? null : pictureFaultOf(field, application);
      return fault === null ? [] : [{ step, field, fault }];
    }),
  );
  const ward: RegistrationFault = { step: 'ADDRESS', field: 'wardId', fault: 'FORMAT' };
  const isSomewhere = wrong.has('wardId') || wrong.has('provinceId') || places.printed(placeOf(fields)) !== undefined;
  const order = STEPS_OF[kind].flatMap((step) => [...fieldsOf(step, fields)] as string[]);
  return [...known, ...seen, ...(isSomewhere ? [] : [ward])].sort(
    (one, other) => order.indexOf(one.field) - order.indexOf(other.field),
  );
}

export function placeOf(fields: RegistrationFields): PlaceName {
  const { addressScheme = '2025', provinceId = '', districtId = '', wardId = '' } = fields;
  return { scheme: addressScheme, provinceId, districtId, wardId };
}

/** Which kind of picture each field names. */
const KIND_OF: Readonly<Partial<Record<RegistrationField, PictureKind>>> = {
  ...({ frontImageId: 'ID_FRONT', backImageId: 'ID_BACK', passportImageId: 'PASSPORT' } as const),
  licenceImageId: 'LICENCE',
};

export function pictureIdsOf(fields: RegistrationFields): string[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    KIND_OF[field as RegistrationField] !== undefined && value ? [value] : [],
  );
}

/** The pictures of the person's document that these fields name: those that are read. */
export function documentIdsOf({ licenceImageId: _, ...fields }: RegistrationFields): string[] {
  return pictureIdsOf(fields);
}

/** What was read counts for the pictures it was read from, all of which the application must name. */
export function standingReading({ fields, reading }: Pick<Inspected, 'fields' | 'reading'>): StoredReading | null {
  const named = fieldsOf('PICTURES', fields).flatMap((field) => fields[field] || []);
  return reading && named.length > 0 && named.every((imageId) => reading.imageIds.includes(imageId)) ? reading : null;
}

/**
 * A missing picture is requested again, as is one of another kind. A picture with faults is accepted once an id number
 * was read from it; nothing is read from a licence, so only one that shows nothing is not accepted.
 */
function pictureFaultOf(field: RegistrationField, application: Inspected) {
  const kind = KIND_OF[field];
  if (kind === undefined) return null;
  const { fields, pictures } = application;
  const found = pictures.find((one) => one.imageId === fields[field] && one.kind === kind);
  if (!found) return 'REQUIRED';
  const isAccepted =
    kind === 'LICENCE'
      ? found.faults.every(({ code }) => code !== 'NO_DOCUMENT')
      : found.faults.length === 0 || standingReading(application)?.reading.fields.idNumber !== undefined;
  return isAccepted ? null : 'PICTURE_FAULTY';
}
