/**
 * The heads of a list: a press sorts the loaded rows, dragging moves the column, its right edge sizes it. The same by
 * keys: Enter sorts, Shift and an arrow move, Ctrl and an arrow size.
 */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { type ColumnList, type KeptColumns, movedTo, orderedIds, useColumnMemory } from '#session/column-memory.ts';
import { type Beside, type ListColumn, nextSort, type PlacedColumn } from './list-columns.ts';
import { Th } from './table.tsx';

export const HEAD_HEIGHT = 28;
const SIZE_STEP = 8;
/** Less is a press that trembled. */
const DRAG_LEAST_PX = 6;

export interface ListHeadProps<Row> {
  readonly list: ColumnList;
  readonly columns: readonly PlacedColumn<Row>[];
  readonly all: readonly ListColumn<Row>[];
  readonly lead: Beside<Row> | null | undefined;
  readonly tail: Beside<Row> | undefined;
  readonly kept: KeptColumns;
}

export function ListHead<Row>({ list, columns, all, lead, tail, kept }: ListHeadProps<Row>) {
  const memory = useColumnMemory();
  const drag = useColumnDrag((id, target) => memory.setOrder(list, movedTo(wholeOrder(), id, target)));
  const wholeOrder = () =>
    orderedIds(
      all.map(({ id }) => id),
      kept.order,
    );
  /** Past its neighbour in view: hidden columns between them are no place to stop. */
  const step = (id: string, by: 1 | -1) => {
    const target = columns[columns.findIndex((column) => column.id === id) + by];
    if (target) memory.setOrder(list, movedTo(wholeOrder(), id, target.id));
  };
  return (
    <thead ref={drag.ref}>
      <tr aria-rowindex={1} style={{ height: HEAD_HEIGHT }}>
        {lead && <Th className="pl-3">{lead.head}</Th>}
        {columns.map((column, at) => (
          <Head
            key={column.id}
            column={column}
            isFirst={at === 0 && !lead}
            sort={kept.sort?.id === column.id ? kept.sort.direction : null}
            isTarget={drag.target === column.id}
            isDragged={drag.dragged === column.id}
            onSort={() => column.compare && memory.setSort(list, nextSort(kept.sort, column.id))}
            onMove={(by) => step(column.id, by)}
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
  readonly isFirst: boolean;
  readonly sort: 'ascending' | 'descending' | null;
  readonly isTarget: boolean;
  readonly isDragged: boolean;
  readonly onSort: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onSize: (width: number | null) => void;
  readonly onPress: (event: PointerEvent) => void;
}

function Head<Row>({ column, isFirst, sort, isTarget, isDragged, onSort, onMove, onSize, onPress }: HeadProps<Row>) {
  const { t } = useTranslation();
  const { id, name, head = name, numeric = false, placedWidth, compare } = column;
  const Arrow = sort === 'descending' ? ArrowDown : ArrowUp;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (by === null || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) onMove(by);
    else onSize(placedWidth + by * SIZE_STEP);
  };
  return (
    <Th
      numeric={numeric}
      aria-sort={compare ? (sort ?? 'none') : undefined}
      data-column={id}
      className={cn('px-0', isDragged && 'bg-surface-3', isTarget && 'shadow-[inset_2px_0_var(--primary-text)]')}
    >
      <button
        type="button"
        aria-label={compare ? t(($) => $.lists.sortBy, { column: name }) : name}
        aria-description={t(($) => $.lists.headKeys)}
        title={compare ? t(($) => $.lists.sortBy, { column: name }) : name}
        onClick={onSort}
        onKeyDown={onKeyDown}
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
      <SizeGrip width={placedWidth} onSize={onSize} />
    </Th>
  );
}

/** Out of the keyboard's way: the head takes its keys. A double press gives the drawn width back. */
function SizeGrip({ width, onSize }: { width: number; onSize: (width: number | null) => void }) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  return (
    <span
      aria-hidden
      data-slot="size-grip"
      className="absolute inset-y-1 -right-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px hover:after:bg-border-strong"
      onDoubleClick={() => onSize(null)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (from.current) onSize(from.current.width + event.clientX - from.current.x);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}

/** A head that is dragged over another one takes its place; letting go where it was is a press, which sorts. */
function useColumnDrag(onDrop: (id: string, target: string) => void) {
  const ref = useRef<HTMLTableSectionElement>(null);
  const [state, setState] = useState<{ readonly id: string; readonly target: string | null } | null>(null);
  const press = (down: PointerEvent, id: string) => {
    if (down.button !== 0 || down.pointerType === 'touch') return;
    const startX = down.clientX;
    let target: string | null = null;
    let isDragging = false;
    const onMove = (event: globalThis.PointerEvent) => {
      if (!isDragging && Math.abs(event.clientX - startX) < DRAG_LEAST_PX) return;
      isDragging = true;
      const over = columnAt(ref.current, event.clientX);
      target = over === id ? null : over;
      setState({ id, target });
    };
    const stop = (event: Event) => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', onKey, true);
      setState(null);
      if (!isDragging) return;
      if (event.type === 'pointerup') {
        swallowClick();
        if (target !== null) onDrop(id, target);
      }
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') stop(event);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', onKey, true);
  };
  return { ref, press, dragged: state?.id ?? null, target: state?.target ?? null };
}

function columnAt(heads: HTMLElement | null, x: number): string | null {
  const cells = [...(heads?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  const over = cells.find((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return x >= left && x < right;
  });
  return over?.dataset.column ?? null;
}

/** What ends a drag is no press of the head it ends on. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  queueMicrotask(() => requestAnimationFrame(() => window.removeEventListener('click', swallow, { capture: true })));
}
