/**
 * Parses the text in the QR code of a citizen card: fields separated by bars, in this order: number, old number, name,
 * date of birth, sex, address, date of issue. Some cards lack the old-number field, and those of 2024 append relatives
 * of the holder, which are dropped because nobody here needs them. Anybody can print a code, so every part is
 * validated.
 */
import { dayMonthYear } from '#identity-documents/dates.ts';
import type { FieldName } from '#identity-documents/document-reading.ts';
import { plainText } from '#identity-documents/names.ts';

export type FieldValues = Partial<Record<FieldName, string>>;

const MOST_CHARACTERS = 2_000;
const NAME_CHARACTERS = 120;
const ADDRESS_CHARACTERS = 300;

/** Undefined if the text is not the code of a citizen card. */
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

/** Letters, spaces between them, and the few punctuation marks that occur in names. */
export function isName(text: string): boolean {
  return text.length <= NAME_CHARACTERS && /^\p{L}[\p{L}\p{M} .'’-]*$/u.test(text);
}

/** M or F for the word that cards print, in either language. */
export function readSex(word: string): 'M' | 'F' | undefined {
  if (/^(nam|male|m)$/i.test(word)) return 'M';
  return /^(nữ|nu|female|f)$/i.test(word) ? 'F' : undefined;
}

/** Omits values that are undefined or empty. */
export function withoutGaps(values: Readonly<Partial<Record<FieldName, string | undefined>>>): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}
