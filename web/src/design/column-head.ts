/**
 * Handles what column heads of every table do besides sorting: a drag moves a column to another one's place, Shift and
 * an arrow move it one place, Ctrl and an arrow resize it. Resizing by the pointer is the grip's part
 * (ui/size-grip.tsx). One head is in the tab order and arrows go to the next: two stops a column would be forty before
 * the first row.
 */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { COLUMN_SIZE_STEP } from '#session/column-memory.ts';

/** A shorter drag is a press with an unsteady hand. */
const DRAG_LEAST_PX = 6;

/** Side of the marked head on which a dragged column will land. */
export type DropMark = 'before' | 'after';

export const DROP_MARKS: Record<DropMark, string> = {
  before: 'shadow-[inset_2px_0_var(--primary-text)]',
  after: 'shadow-[inset_-2px_0_var(--primary-text)]',
};

export interface ColumnDrag<E extends HTMLElement> {
  /** Element around the heads, each with its id in `data-column`; a head without one stays where it is. */
  readonly ref: RefObject<E | null>;
  press(event: PointerEvent, id: string): void;
  readonly dragged: string | null;
  markOf(id: string): DropMark | null;
}

interface Drag {
  readonly id: string;
  readonly target: string | null;
  readonly mark: DropMark;
}

/** A head dragged over another one takes its place; released where it was, it counts as a press, which sorts. */
export function useColumnDrag<E extends HTMLElement>(onDrop: (id: string, target: string) => void): ColumnDrag<E> {
  const ref = useRef<E>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const press = (down: PointerEvent, id: string) => {
    // A finger on the heads scrolls the table.
    if (down.button !== 0 || down.pointerType === 'touch') return;
    let now: Drag | null = null;
    let isGivenUp = false;
    const show = (next: Drag | null) => {
      if (now?.target !== next?.target || now?.id !== next?.id) setDrag(next);
      now = next;
    };
    const onMove = ({ clientX }: globalThis.PointerEvent) => {
      if (isGivenUp || (!now && Math.abs(clientX - down.clientX) < DRAG_LEAST_PX)) return;
      show({ id, ...targetAt(ref.current, clientX, id) });
    };
    const onEnd = (event: Event) => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
      window.removeEventListener('keydown', onKey, true);
      const { target } = now ?? { target: null };
      if (now || isGivenUp) swallowClick();
      show(null);
      if (event.type === 'pointerup' && target !== null) onDrop(id, target);
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !now) return;
      event.stopPropagation();
      isGivenUp = true;
      show(null);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
    window.addEventListener('keydown', onKey, true);
  };
  return {
    ref,
    press,
    dragged: drag?.id ?? null,
    markOf: (id) => (drag?.target === id ? drag.mark : null),
  };
}

/** Returns the column under the pointer, or the nearest one beside them all; null over the dragged one itself. */
function targetAt(heads: HTMLElement | null, x: number, dragged: string): Pick<Drag, 'target' | 'mark'> {
  const cells = [...(heads?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  const ids = cells.map(({ dataset }) => dataset.column ?? '');
  const over = cells.findIndex((cell) => x < cell.getBoundingClientRect().right);
  const at = over < 0 ? cells.length - 1 : over;
  const target = ids[at] ?? dragged;
  return { target: target === dragged ? null : target, mark: at > ids.indexOf(dragged) ? 'after' : 'before' };
}

/** The click that ends a drag must not press the head it ends on. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  queueMicrotask(() => requestAnimationFrame(() => window.removeEventListener('click', swallow, { capture: true })));
}

export interface HeadKeys {
  readonly width: number;
  onMove(by: 1 | -1): void;
  onSize(width: number): void;
}

/** Returns the `onKeyDown` of a head's button. */
export function headKeys({ width, onMove, onSize }: HeadKeys) {
  return (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (by === null || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) onMove(by);
    else onSize(width + by * COLUMN_SIZE_STEP);
  };
}

export interface HeadFocus<Id extends string> {
  /** Of a head's button. */
  propsOf(id: Id): { readonly 'data-head': true; readonly tabIndex: 0 | -1; readonly onFocus: () => void };
  /** Of the element around the heads. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export function useHeadFocus<Id extends string>(ids: readonly Id[]): HeadFocus<Id> {
  const [reached, setReached] = useState<Id | null>(null);
  // The one that was left may have been put away since.
  const stop = reached !== null && ids.includes(reached) ? reached : ids[0];
  return {
    propsOf: (id) => ({ 'data-head': true, tabIndex: id === stop ? 0 : -1, onFocus: () => setReached(id) }),
    onKeyDown: goToNextHead,
  };
}

/** Left and right, Home and End among the heads; with Shift or Ctrl they move and size the column. */
function goToNextHead(event: KeyboardEvent<HTMLElement>): void {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-head]')];
  const at = heads.findIndex((each) => each.contains(document.activeElement));
  if (at < 0) return;
  const targets: Partial<Record<string, HTMLElement | undefined>> = {
    ArrowLeft: heads[at - 1],
    ArrowRight: heads[at + 1],
    Home: heads[0],
    End: heads.at(-1),
  };
  const target = targets[event.key];
  if (!target) return;
  event.preventDefault();
  // Home and End are the rows' too.
  event.stopPropagation();
  target.focus();
}
