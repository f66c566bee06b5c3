/**
 * The columns of a list: which have room, how wide each is, and the rows in the wanted order. Pure. A narrow panel hides
 * columns in a fixed order instead of squeezing them; what is left over goes to those that nobody has sized.
 */
import type { ReactNode } from 'react';
import { type ColumnSort, type KeptColumns, orderedIds } from '#session/column-memory.ts';

export interface ListColumn<Row> {
  readonly id: string;
  /** Whole, in menus and for the screen reader. */
  readonly name: string;
  /** In the head; the name where it is short enough. */
  readonly head?: string;
  /** In pixels as drawn. */
  readonly width: number;
  readonly numeric?: boolean;
  /** Takes what is left over before all others. */
  readonly grows?: boolean;
  /** Identifies the row: never hidden. */
  readonly isFixed?: boolean;
  /** Not among the columns until it is chosen. */
  readonly isExtra?: boolean;
  readonly compare?: (a: Row, b: Row) => number;
  readonly cell: (row: Row) => ReactNode;
  /** A quiet tooltip where the cell may be cut off. */
  readonly title?: (row: Row) => string | undefined;
  readonly cellClass?: (row: Row) => string | undefined;
  /** Of all rows, in the pinned last line. */
  readonly total?: ReactNode;
}

/** What stands before or behind the columns of every row. */
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
  /** Wanted, but without room. */
  readonly hidden: readonly string[];
  readonly width: number;
}

export interface LayoutRoom {
  /** Of the panel; 0 while it is not known, then everything is shown. */
  readonly width: number;
  /** What stands beside the columns: a checkbox before them, buttons behind them. */
  readonly beside: number;
  /** Which columns go first where there is no room. */
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

/** What was sized by hand keeps its size, until nothing else is left to grow. */
function growingOf<Row>(shown: readonly ListColumn<Row>[], { widths }: KeptColumns): readonly ListColumn<Row>[] {
  const unsized = shown.filter(({ id }) => widths[id] === undefined);
  const eager = unsized.filter(({ grows }) => grows);
  if (eager.length > 0) return eager;
  return unsized.length > 0 ? unsized : shown.slice(-1);
}

/** Loaded rows in the wanted order; rows that compare alike keep the server's. */
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

/** None, ascending, descending, none. */
export function nextSort(sort: ColumnSort | null, id: string): ColumnSort | null {
  if (sort?.id !== id) return { id, direction: 'ascending' };
  return sort.direction === 'ascending' ? { id, direction: 'descending' } : null;
}

/** Of two values either of which may be missing: what is missing comes last, whichever way it is sorted upwards. */
export function compareKnown<T extends string | number | bigint>(a: T | null, b: T | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : a > b ? 1 : 0;
}
