/**
 * Finds what prevents an application from being submitted: the checks of the form, and those that only the server can
 * make.
 */
import {
  type DocumentReading,
  type Picture,
  type RegistrationFault,
  type RegistrationField,
  type RegistrationFields,
  type RegistrationKind,
  STEPS_OF,
} from '@mua/contract/entities/registration';
import { fieldsOf, registrationFaults } from '@mua/contract/registration-rules';
import type { PlaceName, Places } from '#registration/places.ts';

export interface Inspected {
  readonly kind: RegistrationKind;
  readonly fields: RegistrationFields;
  readonly reading: DocumentReading | null;
  readonly pictures: readonly Picture[];
}

/** `today` is `YYYY-MM-DD` in Vietnam. */
export function faultsOf(application: Inspected, places: Places, today: string): RegistrationFault[] {
  const { kind, fields } = application;
  const known = registrationFaults(kind, fields, today);
  const wrong = new Set(known.map(({ field }) => field));
  const seen = STEPS_OF[kind].flatMap((step) =>
    fieldsOf(step, fields).flatMap((field): RegistrationFault[] => {
      const fault = wrong.has(field) ? null : (pictureFaultOf(field, application) ?? textFaultOf(field, fields));
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

const PICTURE_FIELDS: ReadonlySet<string> = new Set<RegistrationField>([
  ...(['frontImageId', 'backImageId', 'passportImageId', 'licenceImageId'] as const),
]);

export function pictureIdsOf(fields: RegistrationFields): string[] {
  return Object.entries(fields).flatMap(([field, value]) => (PICTURE_FIELDS.has(field) && value ? [value] : []));
}

/** A missing picture is requested again. A picture with faults is accepted once an id number was read from it. */
function pictureFaultOf(field: RegistrationField, { fields, pictures, reading }: Inspected) {
  if (!PICTURE_FIELDS.has(field)) return null;
  const found = pictures.find(({ imageId }) => imageId === fields[field]);
  if (!found) return 'REQUIRED';
  const isRead = field === 'licenceImageId' || reading?.fields.idNumber !== undefined;
  return found.faults.length > 0 && !isRead ? 'PICTURE_FAULTY' : null;
}

/** Invisible characters are not allowed in contracts. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function textFaultOf(field: RegistrationField, fields: RegistrationFields) {
  return UNSEEN.test(fields[field] ?? '') ? 'FORMAT' : null;
}
