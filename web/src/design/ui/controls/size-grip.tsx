/**
 * Resizes a column from the right edge of its head (a `group/head`): by dragging or arrow keys; a double press or Enter
 * restores the default width, Esc cancels a drag. It is in nobody's tab order: its head is resized by keys.
 */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { COLUMN_LEAST_PX, COLUMN_MOST_PX, COLUMN_SIZE_STEP } from '#session/column-memory.ts';

export interface SizeGripProps {
  /** Name of the column. */
  readonly column: string;
  readonly width: number;
  readonly least?: number;
  /** Called on every move of the pointer, before anything is stored; null ends the drag. */
  readonly onTry: (width: number | null) => void;
  /** Called with the final width; null restores the default. */
  readonly onSize: (width: number | null) => void;
}

interface Drag {
  readonly fromX: number;
  readonly fromWidth: number;
  tried: number | null;
}

export function SizeGrip({ column, width, least = COLUMN_LEAST_PX, onTry, onSize }: SizeGripProps) {
  const { t } = useTranslation();
  const drag = useRef<Drag | null>(null);
  const within = (wanted: number) => Math.round(Math.min(COLUMN_MOST_PX, Math.max(least, wanted)));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const { currentTarget: grip } = event;
    grip.setPointerCapture(event.pointerId);
    // Focus the grip so that Esc reaches it.
    grip.focus({ preventScroll: true });
    // The width on the screen counts: a column that takes the remaining space is not as wide as computed.
    const shown = grip.parentElement?.getBoundingClientRect().width;
    drag.current = { fromX: event.clientX, fromWidth: shown || width, tried: null };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const { current } = drag;
    if (!current || (current.tried === null && clientX === current.fromX)) return;
    current.tried = within(current.fromWidth + clientX - current.fromX);
    onTry(current.tried);
  };
  const end = (isKept: boolean) => {
    const tried = drag.current?.tried ?? null;
    drag.current = null;
    if (tried === null) return;
    if (isKept) onSize(tried);
    onTry(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && drag.current) end(false);
    else if (event.key === 'ArrowLeft') onSize(within(width - COLUMN_SIZE_STEP));
    else if (event.key === 'ArrowRight') onSize(within(width + COLUMN_SIZE_STEP));
    else if (event.key === 'Enter') onSize(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs can't be dragged.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t(($) => $.words.column.width, { column })}
      aria-description={t(($) => $.words.column.widthKeys)}
      aria-valuenow={Math.round(width)}
      aria-valuemin={least}
      aria-valuemax={COLUMN_MOST_PX}
      tabIndex={-1}
      data-slot="size-grip"
      className="absolute inset-y-1 -right-1 z-10 w-2 cursor-col-resize touch-none select-none outline-none after:absolute after:inset-y-0 after:left-1/2 after:w-px group-hover/head:after:bg-border-strong focus-visible:after:w-0.5 focus-visible:after:bg-ring active:after:w-0.5 active:after:bg-primary-text [:last-child>&]:right-0"
      onDoubleClick={() => onSize(null)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onKeyDown={onKeyDown}
    />
  );
}
