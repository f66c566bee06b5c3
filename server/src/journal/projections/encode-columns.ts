/**
 * Encodes rows as the parameters of the statements about read tables: the values of each column as one array, in
 * PostgreSQL's own text for arrays. The driver would make the same of arrays, value by value and slower.
 */
import { bigintAsText } from '#journal/projections/encode-rows.ts';
import { columnParameter, ONCE, PROJECTED, type RowColumns } from '#journal/projections/read-tables.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

/** By parameter. */
export type ColumnTexts = Readonly<Record<string, string>>;

/** Of all projections. */
export function encodeProjections(rows: BatchRows): ColumnTexts {
  return encodeTables(PROJECTED, rows);
}

/** Of the rows that a recovery does not write again. */
export function encodeOnce(rows: BatchRows): ColumnTexts {
  return encodeTables(ONCE, rows);
}

function encodeTables(tables: readonly RowColumns[], batch: BatchRows): ColumnTexts {
  const texts: Record<string, string> = {};
  for (const { rows, columns } of tables) {
    const values = [...batch[rows].values()];
    for (const [column, type] of Object.entries(columns)) {
      const elements = values.map((row) => element(type, Reflect.get(row, column)));
      texts[columnParameter(rows, column)] = `{${elements.join(',')}}`;
    }
  }
  return texts;
}

function element(type: string, value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (type === 'text') return quoted(String(value));
  return type === 'json' || type === 'jsonb' ? quoted(JSON.stringify(value, bigintAsText)) : String(value);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
