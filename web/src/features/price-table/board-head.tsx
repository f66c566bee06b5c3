/**
 * Two lines of headers: the groups, then the columns, each a button that sorts. Sticky above the rows. Dragging a
 * header moves its column, dragging its right edge sizes it; the star, the code and the commodity stay in front.
 */
// biome-ignore-all lint/a11y/useSemanticElements: table elements can't hold rows that are placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves its focus by rows, so cells and heads have none.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import {
  type ColumnDrag,
  DROP_MARKS,
  type HeadFocus,
  headKeys,
  useColumnDrag,
  useHeadFocus,
} from '#design/column-head.ts';
import { SizeGrip } from '#design/ui/controls/size-grip.tsx';
import {
  COLUMN_IDS,
  type ColumnLayout,
  type ColumnTracks,
  headSpans,
  leastWidth,
  startsGroup,
} from '#features/price-table/board-columns.ts';
import type { BoardSort, SortKey } from '#features/price-table/board-lines.ts';
import { useColumnNames } from '#features/price-table/column-names.ts';
import { movedTo, orderedIds, UNTOUCHED, useColumnMemory } from '#session/column-memory.ts';

export const HEAD_HEIGHT = 50;

export interface BoardHeadProps {
  readonly layout: ColumnLayout;
  /** The element that sets the tracks. */
  readonly grid: RefObject<HTMLElement | null>;
  readonly sort: BoardSort | null;
  readonly onSort: (key: SortKey) => void;
}

export function BoardHead({ layout, grid, sort, onSort }: BoardHeadProps) {
  const { t } = useTranslation();
  const { nameOf, shortNameOf } = useColumnNames();
  const { columns } = layout;
  const drag = useColumnDrag<HTMLDivElement>(moveColumn);
  const spans = headSpans(columns);
  // An ungrouped column has no group header above it, so its own names the price in full.
  const alone = new Set<SortKey>(spans.filter(({ span }) => span === 1).map(({ key }) => key));
  const focus = useHeadFocus<SortKey>(['code', 'commodity', ...columns.map(({ id }) => id)]);
  const head = (key: SortKey) => ({
    focus,
    ...{ sort, onSort, sortKey: key, name: nameOf(key), width: layout.widthOf(key) },
    shortName: alone.has(key) ? nameOf(key) : shortNameOf(key),
    // Bypasses React: while an edge is dragged nothing is rendered, and the browser lays out the existing elements.
    onTry: (width: number | null) => setTracks(grid.current, width === null ? layout : layout.tracksWith(key, width)),
  });
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 border-border border-b bg-surface font-medium text-12 text-fg-3"
      style={{ height: HEAD_HEIGHT }}
    >
      <div role="presentation" className="grid h-6 grid-cols-(--board-columns) text-11">
        <span className="col-span-3" />
        {spans.map(({ group, span, key }) => (
          <span
            key={key}
            style={{ gridColumn: `span ${span}` }}
            className={cn('grid place-items-center', group && span > 1 && 'border-border-strong border-b')}
          >
            {group && span > 1 ? t(($) => $.board.group[group]) : null}
          </span>
        ))}
      </div>
      <div
        ref={drag.ref}
        role="row"
        aria-rowindex={1}
        onKeyDown={focus.onKeyDown}
        className="grid h-6.5 grid-cols-(--board-columns)"
      >
        <span role="columnheader">
          <span className="sr-only">{t(($) => $.board.column.star)}</span>
        </span>
        <Head {...head('code')} />
        <Head {...head('commodity')} />
        {columns.map(({ id, numeric }, index) => (
          <Head
            key={id}
            {...head(id)}
            numeric={numeric}
            className={startsGroup(columns, index) ? 'pl-3.5' : ''}
            drag={drag}
            onMove={(by) => moveColumn(id, columns[index + by]?.id)}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly sortKey: SortKey;
  readonly name: string;
  readonly shortName: string;
  readonly width: number;
  readonly sort: BoardSort | null;
  readonly onSort: (key: SortKey) => void;
  readonly onTry: (width: number | null) => void;
  readonly focus: HeadFocus<SortKey>;
  readonly numeric?: boolean;
  readonly className?: string;
  /** If omitted, the column can't be moved. */
  readonly drag?: ColumnDrag<HTMLDivElement>;
  readonly onMove?: (by: 1 | -1) => void;
}

function Head({ sortKey, name, shortName, width, sort, onSort, onTry, focus, drag, ...props }: HeadProps) {
  const { t } = useTranslation();
  const { numeric = false, onMove = stay, className } = props;
  const direction = sort?.key === sortKey ? sort.direction : null;
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  const mark = drag?.markOf(sortKey);
  const onSize = (to: number | null) => useColumnMemory.getState().setWidth('board', sortKey, to);
  return (
    <span
      role="columnheader"
      aria-label={name}
      aria-sort={direction ?? 'none'}
      data-column={drag && sortKey}
      className={cn(
        'group/head relative flex min-w-0 last:[&>button]:pr-3',
        drag?.dragged === sortKey && 'bg-surface-3 text-foreground',
        mark && DROP_MARKS[mark],
      )}
    >
      <button
        type="button"
        title={name === shortName ? undefined : name}
        aria-label={name}
        aria-description={drag && t(($) => $.words.column.headKeys)}
        {...focus.propsOf(sortKey)}
        onClick={() => onSort(sortKey)}
        onKeyDown={headKeys({ width, onMove, onSize })}
        onPointerDown={(event) => drag?.press(event, sortKey)}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-0.5 whitespace-nowrap px-1.5 outline-offset-[-2px] hover:text-foreground',
          numeric && 'justify-end',
          direction && 'text-foreground',
          className,
        )}
      >
        {direction && <Arrow aria-hidden className="size-3 shrink-0" />}
        <span className="truncate">{shortName}</span>
      </button>
      <SizeGrip column={name} width={width} least={leastWidth(sortKey)} onTry={onTry} onSize={onSize} />
    </span>
  );
}

function stay(): void {}

/** Moves a column to another one's place, counting those hidden for lack of space. */
function moveColumn(id: string, target: string | undefined): void {
  const { lists, setOrder } = useColumnMemory.getState();
  const order: readonly string[] = orderedIds(COLUMN_IDS, (lists.board ?? UNTOUCHED).order);
  if (target !== undefined) setOrder('board', movedTo(order, id, target));
}

function setTracks(grid: HTMLElement | null, { template, width }: ColumnTracks): void {
  grid?.style.setProperty('--board-columns', template);
  grid?.style.setProperty('--board-width', width);
}
