/** Rows of a batch as the parameters of the statements that write them. */
import { type ColumnArrays, columnArrays } from '#db/column-arrays.ts';
import { columnsOf, type WrittenRows } from '#journal/projections/read-tables.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

export function encodeRows(written: readonly WrittenRows[], batch: BatchRows): ColumnArrays {
  return Object.assign({}, ...written.map((rows) => columnArrays(rows, columnsOf(rows), [...batch[rows].values()])));
}
