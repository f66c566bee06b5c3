/**
 * Writes tables as comma-separated text (RFC 4180) that a spreadsheet reads as written: fields by their names on the
 * wire, numbers and times as the wire wrote them. A text that a spreadsheet would take for a formula gets an
 * apostrophe.
 */
export type CsvValue = string | number | boolean | null;

export interface CsvColumn<Row> {
  readonly field: string;
  readonly value: (row: Row) => CsvValue;
}

/** Excel recognises UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return line(columns.map(({ field }) => field));
}

export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => line(columns.map(({ value }) => value(row)))).join('');
}

function line(values: readonly CsvValue[]): string {
  return values.map(cell).join(',') + LINE_END;
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Matches a sign that begins a formula, full-width ones too, also behind what a spreadsheet skips before it. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|^[\t\r\n]/u;

function cell(value: CsvValue): string {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Builds a name such as `orders-108C000001-01-2026-11-22.csv`; characters that file systems reject become hyphens. */
export function csvName(list: string, account: string, date: string): string {
  return `${[list, account, date].map((part) => part.replace(/[^\p{L}\p{N}._-]+/gu, '-')).join('-')}.csv`;
}
