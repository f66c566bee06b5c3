/**
 * Reads the text in the QR code of a citizen card: fields between bars, in this order: number, old number, name, day of
 * birth, sex, address, day of issue. Cards exist without the field of the old number, and those of 2024 append relatives
 * of the holder: these are nobody's business here and are dropped. A code can be printed by anybody, so every part is
 * looked at before it is believed.
 */
import { dayMonthYear } from '#identity-documents/dates.ts';
import type { FieldName } from '#identity-documents/document-reading.ts';
import { plainText } from '#identity-documents/names.ts';

export type FieldValues = Partial<Record<FieldName, string>>;

const MOST_CHARACTERS = 2_000;
const NAME_CHARACTERS = 120;
const ADDRESS_CHARACTERS = 300;

/** Undefined when it is not the code of a citizen card. */
export function parseCardQr(text: string): FieldValues | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const [idNumber = '', ...rest] = text.split('|').map(plainText);
  if (!/^\d{12}$/.test(idNumber) || rest.length < 5) return undefined;
  const hasOldNumber = /^(\d{9}|\d{12})?$/.test(rest[0] ?? '');
  const oldIdNumber = hasOldNumber ? (rest[0] ?? '') : '';
  const [fullName = '', birth = '', sex = '', address = '', issued = ''] = hasOldNumber ? rest.slice(1) : rest;
  if (!isName(fullName)) return undefined;
  return withoutGaps({
    idNumber,
    oldIdNumber,
    fullName,
    dateOfBirth: dayMonthYear(birth),
    sex: readSex(sex),
    permanentAddress: address.length <= ADDRESS_CHARACTERS ? address : '',
    issueDate: dayMonthYear(issued),
  });
}

/** Letters with spaces between, and the few marks that names have. */
export function isName(text: string): boolean {
  return text.length <= NAME_CHARACTERS && /^\p{L}[\p{L}\p{M} .'’-]*$/u.test(text);
}

/** M or F of a word as cards print it, in either language. */
export function readSex(word: string): 'M' | 'F' | undefined {
  if (/^(nam|male|m)$/i.test(word)) return 'M';
  return /^(nữ|nu|female|f)$/i.test(word) ? 'F' : undefined;
}

/** Leaves out what is undefined or empty. */
export function withoutGaps(values: Readonly<Partial<Record<FieldName, string | undefined>>>): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}
