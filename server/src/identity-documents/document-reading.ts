/**
 * Says what a reading of an identity document is: fields with where each was read, what contradicts what, and the two
 * facts that follow for a day. An outside provider's reader answers in the same words, so nothing here is of our own way
 * to read.
 */
import type { Refusal } from '#identity-documents/refusal.ts';

/** Where a value was read. The order is that of trust: a QR code corrects itself, an MRZ has check digits. */
export type Source = 'QR' | 'MRZ' | 'TEXT';

/** NUMBER is what the twelve digits of an id number say of its holder: it contradicts, it never fills a field. */
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
  /** Days are ISO, sex is M or F, a nationality is its three letters, all else is as printed. */
  readonly value: string;
  readonly source: Source;
  /** From 0 to 1; 1 only where a code or check digits confirm it. */
  readonly confidence: number;
}

export interface Difference {
  readonly field: FieldName;
  readonly values: readonly { readonly source: Witness; readonly value: string }[];
}

export interface DocumentReading {
  readonly fields: Readonly<Partial<Record<FieldName, ReadField>>>;
  /** Empty when all that was read twice agrees. */
  readonly differences: readonly Difference[];
  /** Null when no day of expiry was read. A document is valid on its last day. */
  readonly isExpired: boolean | null;
  /** Full years on the day that was handed in; null when no day of birth was read. */
  readonly age: number | null;
}

/** Reads identity documents: the local reader does, and an outside provider can take its place. */
export interface IdentityReader {
  /** Both sides are pictures of the vault; `today` is an ISO day in Vietnam. */
  readIdCard(front: Buffer, back: Buffer, today: string): Promise<DocumentReading | Refusal>;
  readPassport(picture: Buffer, today: string): Promise<DocumentReading | Refusal>;
}
