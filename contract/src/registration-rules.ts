/**
 * What is missing or wrong in an application (docs/rules/people.md#registration): pure, so that a form says at once what
 * the server will say. Dates are calendar dates in Vietnam.
 */
import {
  type DocumentReading,
  type ReadingDifference,
  type RegistrationFault,
  type RegistrationField,
  type RegistrationFields,
  type RegistrationKind,
  type RegistrationStep,
  STEPS_OF,
} from '#entities/registration.ts';

/** The age from which a person may open an account. */
export const LEAST_AGE = 18;

type Fault = RegistrationFault['fault'];

/** Which fields a step asks for, in the order in which they are shown. */
export function fieldsOf(step: RegistrationStep, fields: RegistrationFields): readonly RegistrationField[] {
  const isPassport = fields.documentType === 'PASSPORT';
  switch (step) {
    case 'COMPANY':
      return ['companyName', 'taxCode', 'licenceNumber', 'licenceDate', 'licenceImageId', 'position'];
    case 'DOCUMENT':
      return ['documentType'];
    case 'PICTURES':
      return isPassport ? ['passportImageId'] : ['frontImageId', 'backImageId'];
    case 'DETAILS':
      return [
        'fullName',
        'dateOfBirth',
        'sex',
        'nationality',
        'idNumber',
        'issueDate',
        'expiryDate',
        'issuePlace',
        'permanentAddress',
      ];
    case 'ADDRESS':
      return [
        'provinceId',
        ...(fields.addressScheme === 'before' ? (['districtId'] as const) : []),
        'wardId',
        'street',
      ];
  }
}

/** Every fault of an application, step by step; `today` is `YYYY-MM-DD`. */
export function registrationFaults(
  kind: RegistrationKind,
  fields: RegistrationFields,
  today: string,
): readonly RegistrationFault[] {
  return STEPS_OF[kind].flatMap((step) =>
    fieldsOf(step, fields).flatMap((field) => {
      const fault = faultOf(field, fields, today);
      return fault === null ? [] : [{ step, field, fault }];
    }),
  );
}

/** A citizen card of somebody old enough has no expiry. */
const OPTIONAL: ReadonlySet<RegistrationField> = new Set<RegistrationField>(['expiryDate']);

/** What is wrong with one field, null when nothing is. */
export function faultOf(field: RegistrationField, fields: RegistrationFields, today: string): Fault | null {
  const value = (fields[field] ?? '').trim();
  if (value === '') return OPTIONAL.has(field) ? null : 'REQUIRED';
  switch (field) {
    case 'dateOfBirth':
      return pastDateFault(value, today) ?? (ageOn(value, today) < LEAST_AGE ? 'TOO_YOUNG' : null);
    case 'issueDate':
      return pastDateFault(value, today) ?? (value < (fields.dateOfBirth ?? '') ? 'BEFORE_BIRTH' : null);
    case 'licenceDate':
      return pastDateFault(value, today);
    case 'expiryDate':
      return isDate(value) ? (value < today ? 'EXPIRED' : null) : 'FORMAT';
    case 'idNumber':
      return fields.documentType === 'PASSPORT' ? unless(/^[A-Z0-9]{6,12}$/, value) : unless(/^\d{12}$/, value);
    // The three letters that a passport prints.
    case 'nationality':
      return unless(/^[A-Z]{3}$/, value);
    case 'taxCode':
      return unless(/^\d{10}(-\d{3})?$/, value) ?? (isTaxCode(value) ? null : 'CHECKSUM');
    case 'licenceNumber':
      return unless(/^\d{10}$/, value);
    default:
      return unless(PRINTED, value.normalize('NFC'));
  }
}

/**
 * What the typeface of contracts can draw: the Latin letters of Vietnam and its neighbours in Europe, and the signs of
 * names and addresses. Anything else would be a gap in a contract that is signed all the same.
 */
export const PRINTED =
  /^[ -~\u00a0-\u00ac\u00ae-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0121\u0126-\u012b\u012e-\u0131\u0139\u013a\u013d\u013e\u0141-\u0144\u0147\u0148\u014c\u014d\u0150-\u0155\u0158-\u015b\u015e-\u016b\u016e-\u017e\u01a0\u01a1\u01af\u01b0\u1e80-\u1e85\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e]+$/;

function unless(pattern: RegExp, value: string): Fault | null {
  return pattern.test(value) ? null : 'FORMAT';
}

function pastDateFault(value: string, today: string): Fault | null {
  if (!isDate(value)) return 'FORMAT';
  return value > today ? 'IN_FUTURE' : null;
}

/** A day that exists, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(year) >= 1900 && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
}

/** Whole years between two dates. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Where what was typed is not what was read; capitals and spaces make no difference. Empty fields are none. */
export function readingDifferences(fields: RegistrationFields, reading: DocumentReading): ReadingDifference[] {
  return Object.entries(reading.fields).flatMap(([field, { value: read, source }]) => {
    const typed = fields[field as RegistrationField] ?? '';
    const isSame = typed.trim() === '' || read === '' || comparable(typed) === comparable(read);
    return isSame ? [] : [{ field, typed, read, source }];
  });
}

function comparable(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toUpperCase();
}

const TAX_WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** A business's tax code carries a check digit: ten less the weighted sum of the first nine, modulo 11. */
export function isTaxCode(text: string): boolean {
  const digits = [...text.slice(0, 10)].map(Number);
  const sum = TAX_WEIGHTS.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0);
  return 10 - (sum % 11) === digits[9];
}
