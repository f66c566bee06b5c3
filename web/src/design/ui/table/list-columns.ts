/**
 * Lays out the columns of a list: which have room, how wide each is, and the rows in the wanted order. Pure. A narrow
 * panel hides columns in a fixed order instead of squeezing them; the remaining space goes to those without a width set
 * by hand.
 */
import type { ReactNode } from 'react';
import { type ColumnSort, type KeptColumns, orderedIds } from '#session/column-memory.ts';

export interface ListColumn<Row> {
  readonly id: string;
  /** Full name, in menus and for the screen reader. */
  readonly name: string;
  /** Text of the head; the name if that is short enough. */
  readonly head?: string;
  /** Default width in pixels. */
  readonly width: number;
  readonly numeric?: boolean;
  /** Takes the remaining space before all others. */
  readonly grows?: boolean;
  /** Identifies the row: never hidden. */
  readonly isFixed?: boolean;
  /** Hidden until it is chosen. */
  readonly isExtra?: boolean;
  readonly compare?: (a: Row, b: Row) => number;
  readonly cell: (row: Row) => ReactNode;
  /** Text of a tooltip where the cell may be cut off. */
  readonly title?: (row: Row) => string | undefined;
  readonly cellClass?: (row: Row) => string | undefined;
  /** Total of all rows, in the pinned last line. */
  readonly total?: ReactNode;
}

/** Describes what stands before or behind the columns of every row. */
export interface Beside<Row> {
  readonly width: number;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
}

export interface PlacedColumn<Row> extends ListColumn<Row> {
  readonly placedWidth: number;
}

export interface ListLayout<Row> {
  readonly columns: readonly PlacedColumn<Row>[];
  /** Chosen columns without room. */
  readonly hidden: readonly string[];
  readonly width: number;
}

export interface LayoutRoom {
  /** Width of the panel; 0 until it is known, and then everything is shown. */
  readonly width: number;
  /** Width of what stands beside the columns: a checkbox before them, buttons behind them. */
  readonly beside: number;
  /** Columns in the order in which they are hidden when there is no room. */
  readonly firstToGo: readonly string[];
}

export function isShown(
  column: Pick<ListColumn<never>, 'id' | 'isFixed' | 'isExtra'>,
  { shown }: KeptColumns,
): boolean {
  return column.isFixed === true || (shown[column.id] ?? column.isExtra !== true);
}

export function layoutList<Row>(
  columns: readonly ListColumn<Row>[],
  kept: KeptColumns,
  room: LayoutRoom,
): ListLayout<Row> {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ids = orderedIds([...byId.keys()], kept.order);
  const wanted = ids.flatMap((id) => byId.get(id) ?? []).filter((column) => isShown(column, kept));
  const widthOf = (column: ListColumn<Row>) => kept.widths[column.id] ?? column.width;
  const sum = (shown: readonly ListColumn<Row>[]) => shown.reduce((total, column) => total + widthOf(column), 0);
  const available = room.width === 0 ? Number.POSITIVE_INFINITY : room.width - room.beside;
  let shown = wanted;
  for (const id of room.firstToGo) {
    if (sum(shown) <= available) break;
    shown = shown.filter((column) => column.id !== id || column.isFixed === true);
  }
  const needed = sum(shown);
  const spare = room.width === 0 ? 0 : Math.max(0, available - needed);
  const growing = growingOf(shown, kept);
  const base = growing.reduce((total, column) => total + widthOf(column), 0);
  const placed = shown.map((column): PlacedColumn<Row> => {
    const share = growing.includes(column) ? (spare * widthOf(column)) / base : 0;
    return { ...column, placedWidth: Math.floor(widthOf(column) + share) };
  });
  const hidden = wanted.filter((column) => !shown.includes(column)).map(({ id }) => id);
  return { columns: placed, hidden, width: needed + room.beside };
}

/** A column with a width set by hand keeps it, unless no other is left to grow. */
function growingOf<Row>(shown: readonly ListColumn<Row>[], { widths }: KeptColumns): readonly ListColumn<Row>[] {
  const unsized = shown.filter(({ id }) => widths[id] === undefined);
  const eager = unsized.filter(({ grows }) => grows);
  if (eager.length > 0) return eager;
  return unsized.length > 0 ? unsized : shown.slice(-1);
}

/** Returns the loaded rows in the wanted order; rows that compare alike keep the server's. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: ColumnSort | null,
): readonly Row[] {
  const compare = sort && columns.find(({ id }) => id === sort.id)?.compare;
  if (!compare) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * compare(a, b));
}

/** Cycles through none, ascending, descending, none. */
export function nextSort(sort: ColumnSort | null, id: string): ColumnSort | null {
  if (sort?.id !== id) return { id, direction: 'ascending' };
  return sort.direction === 'ascending' ? { id, direction: 'descending' } : null;
}

/** Compares two values that may be missing: ascending, missing ones come last. */
export function compareKnown<T extends string | number | bigint>(a: T | null, b: T | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : a > b ? 1 : 0;
}
