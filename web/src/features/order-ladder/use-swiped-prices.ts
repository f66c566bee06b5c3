/**
 * A finger that moves up or down takes the ladder's prices with it, a row at a time. What it lies on when it is lifted is
 * not pressed. An own order is dragged by itself.
 */
import type { Ticks } from '@mua/core/values';
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** So far a tap may slip. */
const SLIP_PX = 10;
const LEAST_ROW_PX = 16;

interface Swipe {
  readonly pointerId: number;
  readonly fromY: number;
  readonly rowPx: number;
  /** By how many rows the prices have been moved. */
  rows: number;
  hasMoved: boolean;
}

export interface SwipedPrices {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onClickCapture(event: MouseEvent): void;
}

/** `scroll`: by how many ticks the centre rises. */
export function useSwipedPrices(scroll: (byTicks: Ticks) => void): SwipedPrices {
  const swipe = useRef<Swipe>(null);
  return {
    onPointerDown({ pointerType, isPrimary, pointerId, clientY, target, currentTarget }) {
      swipe.current = null;
      const isOnOrder = target instanceof Element && target.closest('[data-ladder-order]') !== null;
      if (pointerType !== 'touch' || !isPrimary || isOnOrder) return;
      const row = currentTarget.querySelector<HTMLElement>('[data-ladder-ticks]');
      const rowPx = Math.max(LEAST_ROW_PX, row?.clientHeight ?? 0);
      swipe.current = { pointerId, fromY: clientY, rowPx, rows: 0, hasMoved: false };
    },
    onPointerMove({ pointerId, clientY }) {
      const now = swipe.current;
      if (now?.pointerId !== pointerId) return;
      const byPx = clientY - now.fromY;
      now.hasMoved ||= Math.abs(byPx) > SLIP_PX;
      const rows = Math.trunc(byPx / now.rowPx);
      if (!now.hasMoved || rows === now.rows) return;
      scroll(rows - now.rows);
      now.rows = rows;
    },
    onClickCapture(event) {
      if (!swipe.current?.hasMoved) return;
      swipe.current = null;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
