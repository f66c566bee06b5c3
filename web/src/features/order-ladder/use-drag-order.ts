/**
 * Drags an own order to another row of the ladder. Esc, releasing it outside, and anything that locks the ladder leave
 * it where it was.
 */

import type { Ticks } from '@mua/core/values';
import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { OwnOrder } from '#features/order-ladder/resting-order.ts';

export interface OrderDrag {
  /** The row under the pointer, if it is not the order's own. */
  readonly targetTicks: Ticks | null;
  grab(own: OwnOrder, event: ReactPointerEvent<HTMLElement>): void;
  /** Tells whether the click after a drag counts: releasing a dragged order must not cancel it. */
  wasDragged(): boolean;
}

export interface DragOptions {
  readonly isArmed: boolean;
  readonly onDrop: (own: OwnOrder, toTicks: Ticks) => void;
}

export function useDragOrder({ isArmed, onDrop }: DragOptions): OrderDrag {
  const [targetTicks, setTarget] = useState<number | null>(null);
  const [carried] = useState({ hasLeft: false });
  const carrying = useRef<AbortController | null>(null);
  useEffect(() => {
    if (!isArmed) return;
    return () => {
      carrying.current?.abort();
      setTarget(null);
    };
  }, [isArmed]);
  const grab = useCallback(
    (own: OwnOrder, event: ReactPointerEvent<HTMLElement>) => {
      const { button, pointerId } = event;
      if (button !== 0) return;
      const listening = new AbortController();
      carrying.current = listening;
      const { signal } = listening;
      carried.hasLeft = false;
      // Otherwise the chip captures the pointer, and the rows below never receive its events.
      if (event.currentTarget.hasPointerCapture?.(pointerId)) event.currentTarget.releasePointerCapture(pointerId);
      const end = () => {
        listening.abort();
        setTarget(null);
      };
      const onMove = ({ clientX, clientY, pointerId: moved }: PointerEvent) => {
        if (moved !== pointerId) return;
        const ticks = ticksAt(clientX, clientY);
        if (ticks !== own.priceTicks) carried.hasLeft = true;
        setTarget(ticks === own.priceTicks ? null : ticks);
      };
      const onUp = ({ clientX, clientY, pointerId: lifted }: PointerEvent) => {
        // A second finger drops nothing.
        if (lifted !== pointerId) return;
        const ticks = ticksAt(clientX, clientY);
        end();
        if (ticks === null || ticks === own.priceTicks) return;
        carried.hasLeft = true;
        onDrop(own, ticks);
      };
      const onKey = ({ key }: KeyboardEvent) => {
        if (key === 'Escape') end();
      };
      document.addEventListener('pointermove', onMove, { signal });
      document.addEventListener('pointerup', onUp, { signal });
      document.addEventListener('pointercancel', end, { signal });
      document.addEventListener('keydown', onKey, { signal });
    },
    [carried, onDrop],
  );
  return { targetTicks, grab, wasDragged: () => carried.hasLeft };
}

function ticksAt(x: number, y: number): number | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-ladder-ticks]');
  return row ? Number(row.dataset.ladderTicks) : null;
}
