/**
 * Combines what was read in several places of a document into one result. Each field takes the value of its most
 * trusted source. Where two sources, or a source and the digits of the id number, disagree, both values are listed in
 * the differences: a person decides, never this function.
 */
import { type FieldValues, parseCardQr } from '#identity-documents/card-qr.ts';
import { yearsBetween } from '#identity-documents/dates.ts';
import {
  type Difference,
  type DocumentReading,
  FIELD_NAMES,
  type FieldName,
  type ReadField,
  type Source,
  type Witness,
} from '#identity-documents/document-reading.ts';
import { readIdNumber } from '#identity-documents/id-number.ts';
import { parseCardMrz, parsePassportMrz } from '#identity-documents/mrz-text.ts';
import { isSameName, withGapsOf, withoutAccents } from '#identity-documents/names.ts';
import { parsePrintedText } from '#identity-documents/printed-text.ts';

export type DocumentKind = 'ID_CARD' | 'PASSPORT';

/** Text found in a picture. */
export interface Evidence {
  readonly source: Source;
  readonly text: string;
  /** OCR confidence from 0 to 1; a QR code is read completely or not at all. */
  readonly confidence: number;
}

interface Reading {
  readonly source: Source;
  readonly values: FieldValues;
  readonly confidenceOf: (field: FieldName) => number;
}

/** Fields that no check digit of an MRZ covers. */
const UNCHECKED: readonly FieldName[] = ['fullName', 'sex', 'nationality'];
/** OCR never reads these perfectly, so a difference in them means nothing. */
const NEVER_EXACT: readonly FieldName[] = ['fullName', 'permanentAddress', 'issuePlace', 'nationality'];
/** OCR text below this confidence is not reported as a difference. */
const TRUSTED_TEXT = 0.75;
/** Two sources agree on the name, but only one of them has its accents. */
const CONFIRMED_NAME = 0.95;

export function combineEvidence(kind: DocumentKind, evidence: readonly Evidence[], today: string): DocumentReading {
  const readings = evidence.flatMap((piece) => readingOf(kind, piece, today) ?? []);
  const fields: Partial<Record<FieldName, ReadField>> = {};
  const differences: Difference[] = [];
  for (const name of FIELD_NAMES) {
    const found = readings
      .flatMap(({ source, values, confidenceOf }) => {
        const value = values[name];
        return value === undefined ? [] : [{ source, value, confidence: confidenceOf(name) }];
      })
      .sort((a, b) => RANK[a.source] - RANK[b.source] || b.confidence - a.confidence);
    const best = name === 'fullName' ? bestName(found) : found[0];
    if (!best) continue;
    fields[name] = best;
    const contradicting = contradictions(name, best, found);
    if (contradicting.length > 1) differences.push({ field: name, values: contradicting });
  }
  return {
    fields,
    differences: withNumber(fields, differences),
    isExpired: fields.expiryDate ? fields.expiryDate.value < today : null,
    age: fields.dateOfBirth ? yearsBetween(fields.dateOfBirth.value, today) : null,
  };
}

const RANK: Readonly<Record<Source, number>> = { QR: 0, MRZ: 1, TEXT: 2 };

function readingOf(kind: DocumentKind, { source, text, confidence }: Evidence, today: string): Reading | undefined {
  if (source === 'QR') {
    const values = kind === 'ID_CARD' ? parseCardQr(text) : undefined;
    return values && { source, values, confidenceOf: () => 1 };
  }
  if (source === 'MRZ') {
    const mrz = kind === 'ID_CARD' ? parseCardMrz(text, today) : parsePassportMrz(text, today);
    const checked = mrz?.isWhole ? 1 : 0.85;
    const confidenceOf = (field: FieldName): number =>
      UNCHECKED.includes(field) ? Math.min(checked, Math.max(0.5, confidence)) : checked;
    return mrz && { source, values: mrz.values, confidenceOf };
  }
  const { documentNumber, issueDate, ...rest } = parsePrintedText(text);
  // A future date is some other date, or was misread.
  const card = issueDate !== undefined && issueDate <= today ? { ...rest, issueDate } : rest;
  const values = kind === 'PASSPORT' && documentNumber !== undefined ? { ...card, documentNumber } : card;
  // Nothing confirms printed text.
  return { source, values, confidenceOf: () => Math.min(0.9, confidence) };
}

/** An MRZ has no accents, so if the letters of the printed name agree with it, the printed name is preferred. */
function bestName(found: readonly ReadField[]): ReadField | undefined {
  const [first] = found;
  if (first?.source !== 'MRZ') return first;
  const printed = found.find(({ source, value }) => source === 'TEXT' && isSameName(value, first.value));
  if (!printed) return first;
  const hasAllLetters = lettersOf(printed.value) === lettersOf(first.value);
  const value = hasAllLetters ? withGapsOf(printed.value, first.value) : printed.value;
  return { ...printed, value, confidence: CONFIRMED_NAME };
}

function lettersOf(name: string): string {
  return withoutAccents(name).replaceAll(' ', '');
}

function contradictions(
  name: FieldName,
  best: ReadField,
  found: readonly ReadField[],
): { source: Witness; value: string }[] {
  const others = found.filter(
    ({ source, value, confidence }) =>
      source !== best.source &&
      (source !== 'TEXT' || (confidence >= TRUSTED_TEXT && !NEVER_EXACT.includes(name))) &&
      (best.source !== 'TEXT' || !NEVER_EXACT.includes(name)) &&
      (name === 'fullName' ? !isSameName(value, best.value) : value !== best.value),
  );
  return [best, ...others].map(({ source, value }) => ({ source, value }));
}

function withNumber(
  fields: Readonly<Partial<Record<FieldName, ReadField>>>,
  differences: readonly Difference[],
): Difference[] {
  const facts = readIdNumber(fields.idNumber?.value ?? '');
  if (!facts) return [...differences];
  const says: readonly (readonly [FieldName, string, boolean])[] = [
    ['dateOfBirth', String(facts.birthYear), fields.dateOfBirth?.value.startsWith(`${facts.birthYear}-`) ?? true],
    ['sex', facts.sex, (fields.sex?.value ?? facts.sex) === facts.sex],
  ];
  const known = new Map(differences.map((difference) => [difference.field, difference.values]));
  for (const [field, value, agrees] of says) {
    const read = fields[field];
    if (agrees || !read) continue;
    const values = known.get(field) ?? [{ source: read.source, value: read.value }];
    known.set(field, [...values, { source: 'NUMBER', value }]);
  }
  return [...known].map(([field, values]) => ({ field, values }));
}
