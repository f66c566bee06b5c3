/**
 * Provides table primitives: head 28, rows by density, side padding 8 (edges 12), figures to the right. Hover,
 * selection and the keyboard's row each have their own mark, so that all three can be told apart at once.
 */
import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';

/**
 * Heads and totals stay in view as wholes: cells that are sticky one by one are a layer each, and all layers are
 * composited again whenever a figure below them changes.
 */
export const PINNED =
  '[&>thead]:sticky [&>thead]:top-0 [&>thead]:z-10 [&>tfoot]:sticky [&>tfoot]:bottom-0 [&>tfoot]:z-10';

export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <table
      data-slot="table"
      className={cn(
        PINNED,
        'w-full border-separate border-spacing-0 [&_td:first-child]:pl-3 [&_td:last-child]:pr-3 [&_th:first-child]:pl-3 [&_th:last-child]:pr-3',
        className,
      )}
      {...props}
    />
  );
}

export interface CellProps {
  /** True for figures: right-aligned. */
  readonly numeric?: boolean;
}

export function Th({ className, numeric = false, scope = 'col', ...props }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope={scope}
      className={cn(
        'relative h-7 whitespace-nowrap border-border border-b bg-surface px-2 font-medium text-12 text-fg-3',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
      {...props}
    />
  );
}

export interface RowProps extends ComponentProps<'tr'> {
  readonly selected?: boolean;
  /** True while the session is closed: everything in the row is dimmed. */
  readonly closed?: boolean;
}

export function Tr({ className, selected = false, closed = false, ...props }: RowProps) {
  return (
    <tr
      data-slot="row"
      data-selected={selected || undefined}
      className={cn(
        'group/row outline-none [&:hover>td]:bg-surface-2',
        selected && '[&>td:first-child]:shadow-[inset_2px_0_var(--primary-text)] [&>td]:bg-surface-2',
        'focus-visible:[&>td]:shadow-[inset_0_1px_var(--ring),inset_0_-1px_var(--ring)]',
        closed && '[&>td]:text-fg-3',
        className,
      )}
      {...props}
    />
  );
}

export function Td({ className, numeric = false, ...props }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={cn('h-row whitespace-nowrap border-border border-b px-2', numeric && 'text-right', className)}
      {...props}
    />
  );
}

/**
 * Leaves room below the last row of a list that scrolls to the bottom of the page: toasts appear there, and what they
 * cover can be scrolled out from under them. The room is there with a toast and without, because rows that jump when a
 * toast closes are pressed by mistake. There is none where toasts appear elsewhere: in the corner of a chart, at the top
 * of a phone.
 */
export function ToastRoom() {
  return <div aria-hidden data-slot="toast-room" className="h-(--toast-room,128px) shrink-0 max-md:hidden" />;
}

/** Shows totals of the same rows. */
export function TotalsRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('[&>td]:border-b-0 [&>td]:bg-surface-2 [&>td]:font-semibold', className)} {...props} />;
}
