/** A batch's rows as the parameters of the statements about read tables. */
import { type ColumnArrays, columnArrays } from '#db/column-arrays.ts';
import { ONCE, PROJECTED, type RowColumns } from '#journal/projections/read-tables.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

/** Of all projections. */
export function encodeProjections(rows: BatchRows): ColumnArrays {
  return encodeTables(PROJECTED, rows);
}

/** Of the rows that a recovery does not write again. */
export function encodeOnce(rows: BatchRows): ColumnArrays {
  return encodeTables(ONCE, rows);
}

function encodeTables(tables: readonly RowColumns[], batch: BatchRows): ColumnArrays {
  return Object.assign(
    {},
    ...tables.map(({ rows, columns }) => columnArrays(rows, columns, [...batch[rows].values()])),
  );
}
