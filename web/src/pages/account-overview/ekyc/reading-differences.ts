/**
 * What stands in an application unlike its document: readings that do not agree with each other, or with what was typed.
 * Nobody is held up by a difference, for a reading may be wrong; it is shown until the application is sent.
 */
import {
  type DocumentReading,
  type RegistrationField,
  type RegistrationFields,
  registrationFields,
} from '@mua/contract/entities/registration';
import { plainText } from '#market/contract-search.ts';

export type ReadValue = DocumentReading['differences'][number]['values'][number];

/** Every value that was read for a field, once, the most trusted one first. */
export function readValues(reading: DocumentReading | null, name: string): readonly ReadValue[] {
  const read = reading?.fields[name];
  const differing = reading?.differences.find(({ field }) => field === name)?.values ?? [];
  const all: readonly ReadValue[] = [...(read ? [read] : []), ...differing];
  // A number says a year or a sex, nothing that can be put into a field.
  return all.filter(
    ({ source, value }, at) =>
      source !== 'NUMBER' && value !== '' && all.findIndex((other) => other.value === value) === at,
  );
}

export function isDiffering(reading: DocumentReading | null, name: RegistrationField, value: string): boolean {
  if (reading?.differences.some(({ field }) => field === name)) return true;
  const read = reading?.fields[name];
  return read !== undefined && read.value !== '' && value !== '' && !isSame(name, value, read);
}

export function differingFields(reading: DocumentReading | null, fields: RegistrationFields): ReadonlySet<string> {
  const names = Object.keys(registrationFields.shape) as RegistrationField[];
  return new Set(names.filter((name) => isDiffering(reading, name, fields[name] ?? '')));
}

/** Long lines of print are never read without a mistake, so their holder's correction is no difference. */
const NEVER_EXACT: ReadonlySet<RegistrationField> = new Set(['permanentAddress', 'issuePlace']);

function isSame(name: RegistrationField, typed: string, { source, value }: ReadValue): boolean {
  if (NEVER_EXACT.has(name) && source === 'TEXT') return true;
  // Only a code holds a name's marks for certain.
  const shape = source === 'QR' ? oneLine : (text: string) => oneLine(plainText(text));
  return shape(typed) === shape(value);
}

function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
