/**
 * Defines the reading of an identity document: its fields with the source of each, the differences between sources, and
 * whether it has expired and the holder's age on a given date. An outside provider's reader returns the same types, so
 * nothing here depends on how we read.
 */
import type { Refusal } from '#identity-documents/refusal.ts';

/** Where a value was read, most trusted first: a QR code corrects its own errors, an MRZ has check digits. */
export type Source = 'QR' | 'MRZ' | 'TEXT';

/**
 * NUMBER is what the twelve digits of an id number say about its holder: it can contradict a field but never fills one.
 */
export type Witness = Source | 'NUMBER';

export const FIELD_NAMES = [
  'idNumber',
  'fullName',
  'dateOfBirth',
  'sex',
  'nationality',
  'issueDate',
  'issuePlace',
  'permanentAddress',
  'expiryDate',
  'oldIdNumber',
  'documentNumber',
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export interface ReadField {
  /** Dates are ISO, sex is M or F, a nationality is its three-letter code; everything else is as printed. */
  readonly value: string;
  readonly source: Source;
  /** From 0 to 1; it is 1 only if a code or check digits confirm the value. */
  readonly confidence: number;
}

export interface Difference {
  readonly field: FieldName;
  readonly values: readonly { readonly source: Witness; readonly value: string }[];
}

export interface DocumentReading {
  readonly fields: Readonly<Partial<Record<FieldName, ReadField>>>;
  /** Empty if all values that were read twice agree. */
  readonly differences: readonly Difference[];
  /** Null if no expiry date was read. A document is still valid on its last day. */
  readonly isExpired: boolean | null;
  /** Full years on the date passed in; null if no date of birth was read. */
  readonly age: number | null;
}

/** Reads identity documents. The local reader implements this, and an outside provider could replace it. */
export interface IdentityReader {
  /** Both sides are pictures from the vault; `today` is an ISO date in Vietnam. */
  readIdCard(front: Buffer, back: Buffer, today: string): Promise<DocumentReading | Refusal>;
  readPassport(picture: Buffer, today: string): Promise<DocumentReading | Refusal>;
}
