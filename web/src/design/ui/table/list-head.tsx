/**
 * Draws the heads of a list: a press sorts the loaded rows, dragging moves the column, its right edge resizes it. Keys
 * do the same: Enter sorts, an arrow goes to the next head, Shift and an arrow move, Ctrl and an arrow resize.
 */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import {
  DROP_MARKS,
  type DropMark,
  type HeadFocus,
  headKeys,
  useColumnDrag,
  useHeadFocus,
} from '#design/column-head.ts';
import { SizeGrip } from '#design/ui/controls/size-grip.tsx';
import { type Beside, type ListColumn, nextSort, type PlacedColumn } from '#design/ui/table/list-columns.ts';
import { Th } from '#design/ui/table/table.tsx';
import { type ColumnList, type KeptColumns, movedTo, orderedIds, useColumnMemory } from '#session/column-memory.ts';

export const HEAD_HEIGHT = 28;

export interface ListHeadProps<Row> {
  readonly list: ColumnList;
  readonly columns: readonly PlacedColumn<Row>[];
  readonly all: readonly ListColumn<Row>[];
  readonly lead: Beside<Row> | null | undefined;
  readonly tail: Beside<Row> | undefined;
  readonly kept: KeptColumns;
  /** Called while a column is resized; null ends it. */
  readonly onTry: (id: string, width: number | null) => void;
}

export function ListHead<Row>({ list, columns, all, lead, tail, kept, onTry }: ListHeadProps<Row>) {
  const memory = useColumnMemory();
  const drag = useColumnDrag<HTMLTableSectionElement>((id, target) =>
    memory.setOrder(list, movedTo(wholeOrder(), id, target)),
  );
  const focus = useHeadFocus(columns.map(({ id }) => id));
  const wholeOrder = () =>
    orderedIds(
      all.map(({ id }) => id),
      kept.order,
    );
  /** A step goes past the next visible neighbour: hidden columns in between do not count. */
  const step = (id: string, by: 1 | -1) => {
    const target = columns[columns.findIndex((column) => column.id === id) + by];
    if (target) memory.setOrder(list, movedTo(wholeOrder(), id, target.id));
  };
  return (
    <thead ref={drag.ref}>
      <tr aria-rowindex={1} style={{ height: HEAD_HEIGHT }} onKeyDown={focus.onKeyDown}>
        {lead && <Th className="pl-3">{lead.head}</Th>}
        {columns.map((column, at) => (
          <Head
            key={column.id}
            column={column}
            focus={focus}
            isFirst={at === 0 && !lead}
            sort={kept.sort?.id === column.id ? kept.sort.direction : null}
            mark={drag.markOf(column.id)}
            isDragged={drag.dragged === column.id}
            onSort={() => column.compare && memory.setSort(list, nextSort(kept.sort, column.id))}
            onMove={(by) => step(column.id, by)}
            onTry={(width) => onTry(column.id, width)}
            onSize={(width) => memory.setWidth(list, column.id, width)}
            onPress={(event) => drag.press(event, column.id)}
          />
        ))}
        {tail && <Th className="sticky right-0 z-20">{tail.head}</Th>}
      </tr>
    </thead>
  );
}

interface HeadProps<Row> {
  readonly column: PlacedColumn<Row>;
  readonly focus: HeadFocus<string>;
  readonly isFirst: boolean;
  readonly sort: 'ascending' | 'descending' | null;
  readonly mark: DropMark | null;
  readonly isDragged: boolean;
  readonly onSort: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onTry: (width: number | null) => void;
  readonly onSize: (width: number | null) => void;
  readonly onPress: (event: PointerEvent) => void;
}

function Head<Row>({ column, focus, isFirst, sort, mark, isDragged, onSort, onPress, ...arrange }: HeadProps<Row>) {
  const { t } = useTranslation();
  const { id, name, head = name, numeric = false, placedWidth, compare } = column;
  const Arrow = sort === 'descending' ? ArrowDown : ArrowUp;
  return (
    <Th
      numeric={numeric}
      // The grip beside the button is no part of what is read before each cell.
      aria-label={name}
      aria-sort={compare ? (sort ?? 'none') : undefined}
      data-column={id}
      className={cn('group/head px-0', isDragged && 'bg-surface-3', mark && DROP_MARKS[mark])}
    >
      <button
        type="button"
        {...focus.propsOf(id)}
        aria-label={name}
        aria-description={t(($) => $.words.column.headKeys)}
        title={name}
        onClick={onSort}
        onKeyDown={headKeys({ width: placedWidth, ...arrange })}
        onPointerDown={onPress}
        className={cn(
          'flex h-7 w-full touch-none items-center gap-0.5 truncate px-2 font-medium outline-offset-[-2px]',
          compare ? 'hover:text-foreground' : 'cursor-default',
          numeric && 'justify-end',
          isFirst && 'pl-3',
          sort && 'text-foreground',
        )}
      >
        {sort && <Arrow aria-hidden className="size-3 shrink-0" />}
        <span className="truncate">{head}</span>
      </button>
      <SizeGrip column={name} width={placedWidth} onTry={arrange.onTry} onSize={arrange.onSize} />
    </Th>
  );
}
