/**
 * Draws the one table below the chart: orders, positions, settled pairs and conditional orders. Its columns are chosen,
 * moved, resized and sorted, and remembered on this device; only visible rows are mounted, each as high as the density
 * says, and an opened one as high as its content. The totals are pinned below the same rows.
 */
import {
  type CSSProperties,
  Fragment,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cn } from '#design/class-names.ts';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import {
  type Beside,
  type ListColumn,
  layoutList,
  type PlacedColumn,
  sortedRows,
} from '#design/ui/table/list-columns.ts';
import { HEAD_HEIGHT, ListHead } from '#design/ui/table/list-head.tsx';
import { PINNED, Td, TotalsRow, Tr } from '#design/ui/table/table.tsx';
import { useSizeRef } from '#design/use-size-ref.ts';
import { useVisibleLines } from '#design/use-visible-lines.ts';
import { type Density, useAppearance } from '#session/appearance-store.ts';
import { type ColumnList, UNTOUCHED, useColumnMemory } from '#session/column-memory.ts';

const ROW_HEIGHTS: Record<Density, number> = { dense: 28, default: 32, comfortable: 40 };
/** Height assumed until an opened row was measured. */
const OPENED_GUESS = 96;

export interface ListTableProps<Row> {
  readonly list: ColumnList;
  readonly label: string;
  readonly columns: readonly ListColumn<Row>[];
  /** Columns in the order in which a narrow panel hides them. */
  readonly firstToGo: readonly string[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly rowProps?: (row: Row) => RowAttributes;
  /** Content before the columns: a checkbox, while rows are chosen. */
  readonly lead?: Beside<Row> | null;
  /** Content behind the columns, always in view: the actions on the row. */
  readonly tail?: Beside<Row>;
  /** Content below an opened row. */
  readonly openedOf?: (row: Row) => ReactNode;
  /** A line across all columns, instead of a row of cells. */
  readonly wholeOf?: (row: Row) => ReactNode;
  /** The row that a link led to: scrolled into view once. */
  readonly highlightedRow?: string | null;
  /** First text of the last line: how many rows there are. Without it there are no totals. */
  readonly totals?: { readonly lead: ReactNode; readonly testId: string; readonly tail?: ReactNode } | undefined;
  /** Content below the last row, inside the scrolled part. */
  readonly children?: ReactNode;
}

export interface RowAttributes {
  readonly 'data-testid'?: string;
  readonly selected?: boolean;
  readonly className?: string | undefined;
  readonly [attribute: `data-${string}`]: string | undefined;
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, columns, rows, keyOf, lead, tail, openedOf, wholeOf, totals } = props;
  const kept = useColumnMemory(({ lists }) => lists[list]) ?? UNTOUCHED;
  const [tried, setTried] = useState<{ readonly id: string; readonly width: number } | null>(null);
  const sized = useMemo(
    () => (tried ? { ...kept, widths: { ...kept.widths, [tried.id]: tried.width } } : kept),
    [kept, tried],
  );
  const beside = (lead?.width ?? 0) + (tail?.width ?? 0);
  const shown = useMemo(() => sortedRows(rows, columns, kept.sort), [rows, columns, kept.sort]);
  const rowHeight = ROW_HEIGHTS[useAppearance((state) => state.density)];
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map());
  const onHeight: OnHeight = useCallback(
    (key, height) => setMeasured((last) => (last.get(key) === height ? last : new Map(last).set(key, height))),
    [],
  );
  const opened = useMemo(() => shown.map((row) => openedOf?.(row) ?? null), [shown, openedOf]);
  const heights = useMemo(
    () => shown.map((row, at) => rowHeight + (opened[at] ? (measured.get(keyOf(row)) ?? OPENED_GUESS) : 0)),
    [shown, opened, measured, rowHeight, keyOf],
  );
  const table = useRef<HTMLTableElement>(null);
  const keys = useMemo(() => shown.map(keyOf), [shown, keyOf]);
  // The last button of a row only opens something, so that a second press of the key that ended one order ends no
  // other.
  const place = useKeptFocus(table, ROWS);
  // The focused row stays mounted when it is scrolled away, or what is typed in it would be lost.
  const [focused, setFocused] = useState<string | null>(null);
  const keep = focused === null ? -1 : keys.indexOf(focused);
  const visible = useVisibleLines({ heights, headHeight: HEAD_HEIGHT, keep });
  const layout = useMemo(
    () => layoutList(columns, sized, { width: visible.width, beside, firstToGo: props.firstToGo }),
    [columns, sized, visible.width, beside, props.firstToGo],
  );
  const spot = props.highlightedRow == null ? -1 : shown.findIndex((row) => keyOf(row) === props.highlightedRow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place, not with every scroll.
  useEffect(() => {
    if (spot >= 0) visible.scrollTo(spot);
  }, [spot, props.highlightedRow]);
  const span = layout.columns.length + (lead ? 1 : 0) + (tail ? 1 : 0);
  let end = 0;
  return (
    <div ref={visible.ref} className="min-h-0 flex-1 overflow-auto overscroll-contain" data-slot="list-table">
      <table
        aria-label={props.label}
        aria-rowcount={shown.length + 1}
        className={cn(
          PINNED,
          'w-full table-fixed border-separate border-spacing-0 tabular-nums [&_td:first-child]:pl-3 [&_td:last-child]:pr-3 [&_th:last-child]:pr-3',
        )}
        style={{ minWidth: layout.width }}
        ref={table}
        onFocus={(event) => {
          setFocused(rowKeyOf(event.target));
          place.onFocus(event);
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
          place.onBlur(event);
        }}
      >
        <colgroup>
          {lead && <col style={{ width: lead.width }} />}
          {layout.columns.map(({ id, placedWidth }) => (
            <col key={id} style={{ width: placedWidth }} />
          ))}
          {tail && <col style={{ width: tail.width }} />}
        </colgroup>
        <ListHead
          list={list}
          columns={layout.columns}
          all={columns}
          lead={lead}
          tail={tail}
          kept={kept}
          onTry={(id, to) => setTried(to === null ? null : { id, width: to })}
        />
        {visible.lines.map(({ index, top, height }) => {
          const row = shown[index];
          if (row === undefined) return null;
          const gap = top - end;
          end = top + height;
          const key = keyOf(row);
          return (
            <Fragment key={key}>
              {gap > 0 && <Gap height={gap} span={span} />}
              <RowBody
                rowKey={key}
                row={row}
                rowIndex={index + 2}
                height={rowHeight}
                columns={layout.columns}
                rowProps={props.rowProps}
                lead={lead}
                tail={tail}
                wholeOf={wholeOf}
                opened={opened[index]}
                onHeight={onHeight}
                span={span}
              />
            </Fragment>
          );
        })}
        {visible.totalHeight > end && <Gap height={visible.totalHeight - end} span={span} />}
        {totals && <Totals columns={layout.columns} lead={lead} tail={tail} totals={totals} />}
      </table>
      {props.children}
    </div>
  );
}

type OnHeight = (rowKey: string, height: number) => void;

const ROWS = { rows: '[data-row-key]' };

/** Returns the row that an element is in; none for what a row opened elsewhere on the page. */
function rowKeyOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey ?? null) : null;
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={span} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  );
}

interface RowBodyProps<Row> {
  readonly rowKey: string;
  readonly row: Row;
  readonly rowIndex: number;
  readonly height: number;
  readonly columns: readonly PlacedColumn<Row>[];
  readonly rowProps: ListTableProps<Row>['rowProps'];
  readonly lead: Beside<Row> | null | undefined;
  readonly tail: Beside<Row> | undefined;
  readonly wholeOf: ListTableProps<Row>['wholeOf'];
  readonly opened: ReactNode;
  readonly onHeight: OnHeight;
  readonly span: number;
}

/** Renders again only when something of its own changed: scrolling mounts rows, it does not render them again. */
const RowBody = memo(RowBodyParts) as typeof RowBodyParts;

function RowBodyParts<Row>({ rowKey, row, rowIndex, height, columns, ...rest }: RowBodyProps<Row>) {
  const { rowProps, lead, tail, wholeOf, opened, onHeight, span } = rest;
  const whole = wholeOf?.(row) ?? null;
  const style: CSSProperties = { height };
  if (whole !== null) {
    return (
      <tbody data-row-key={rowKey}>
        <Tr aria-rowindex={rowIndex} style={style} {...rowProps?.(row)}>
          <Td colSpan={span} className="h-auto overflow-hidden">
            {whole}
          </Td>
        </Tr>
      </tbody>
    );
  }
  return (
    <tbody data-row-key={rowKey}>
      <Tr aria-rowindex={rowIndex} style={style} {...rowProps?.(row)}>
        {lead && <Td className="h-auto">{lead.cell(row)}</Td>}
        {columns.map((column) => (
          <Td
            key={column.id}
            numeric={column.numeric ?? false}
            title={column.title?.(row)}
            className={cn('h-auto truncate', column.cellClass?.(row))}
          >
            {column.cell(row)}
          </Td>
        ))}
        {tail && (
          <Td numeric className={cn('h-auto', TAIL)}>
            {tail.cell(row)}
          </Td>
        )}
      </Tr>
      {opened !== null && opened !== undefined && (
        <tr>
          <td colSpan={span} className="border-border border-b bg-surface-2 p-0">
            <Opened rowKey={rowKey} onHeight={onHeight}>
              {opened}
            </Opened>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The tail stays in view when the columns are wider than the panel. */
export const TAIL = 'sticky right-0 bg-surface group-hover/row:bg-surface-2';

function Totals<Row>({
  columns,
  lead,
  tail,
  totals,
}: Pick<RowBodyProps<Row>, 'columns' | 'lead' | 'tail'> & { totals: NonNullable<ListTableProps<Row>['totals']> }) {
  return (
    <tfoot>
      <TotalsRow data-testid={totals.testId}>
        {lead && <Td />}
        {columns.map((column, at) => (
          <Td
            key={column.id}
            numeric={column.numeric ?? false}
            className={cn(at === 0 ? 'overflow-visible whitespace-nowrap' : 'truncate')}
          >
            {at === 0 ? totals.lead : column.total}
          </Td>
        ))}
        {tail && <Td numeric>{totals.tail}</Td>}
      </TotalsRow>
    </tfoot>
  );
}

/** Shows the content of an opened row; `onHeight` is called with its height. */
function Opened({ rowKey, onHeight, children }: { rowKey: string; onHeight: OnHeight; children: ReactNode }) {
  // The hairline below it belongs to the row.
  const look = useCallback((node: Element) => onHeight(rowKey, node.clientHeight + 1), [rowKey, onHeight]);
  return <div ref={useSizeRef(look)}>{children}</div>;
}
