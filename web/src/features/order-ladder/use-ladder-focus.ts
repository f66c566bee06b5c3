/**
 * Knows which price and side, or which own order, of the ladder has the focus. An order that is moved or cancelled by a
 * key takes its button with it: the focus follows it to its new price, or stays at the price where it was.
 */
import type { Side, Ticks } from '@mua/core/values';
import { type FocusEvent, type RefCallback, useCallback, useRef, useState } from 'react';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';

export interface LadderPlace {
  readonly ticks: Ticks | null;
  readonly side: Side;
  /** Of the own order that has it. */
  readonly orderId: string | null;
}

export interface LadderFocus {
  readonly ref: RefCallback<HTMLElement>;
  readonly place: LadderPlace;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
}

/** `rowsRef` is that of the rows too; its identity is stable. */
export function useLadderFocus(rowsRef: RefCallback<HTMLElement>): LadderFocus {
  const container = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<LadderPlace>({ ticks: null, side: 'BUY', orderId: null });
  const kept = useKeptFocus(container, {
    otherwise: (rows) => {
      const left = buttonAt(rows, place);
      // Where the whole ladder goes, its buttons go too.
      return left === document.activeElement ? rows.closest<HTMLElement>('[tabindex]') : left;
    },
  });
  const ref = useCallback(
    (element: HTMLElement | null) => {
      container.current = element;
      return rowsRef(element);
    },
    [rowsRef],
  );
  return {
    ref,
    place,
    onFocus: (event) => {
      kept.onFocus(event);
      const row = event.target.closest<HTMLElement>('[data-ladder-ticks]');
      const side = event.target.parentElement?.querySelector<HTMLElement>('[data-ladder-side]')?.dataset.ladderSide;
      if (!row || side === undefined) return;
      const orderId = event.target.dataset.ladderOrder ?? null;
      setPlace({ ticks: Number(row.dataset.ladderTicks), side: side === 'SELL' ? 'SELL' : 'BUY', orderId });
    },
    onBlur: kept.onBlur,
  };
}

function buttonAt(rows: HTMLElement, { ticks, side, orderId }: LadderPlace): HTMLElement | null {
  const orders = [...rows.querySelectorAll<HTMLElement>('[data-ladder-order]')];
  const moved = orders.find(({ dataset }) => dataset.ladderOrder === orderId);
  const price = rows.querySelector<HTMLElement>(`[data-ladder-ticks="${ticks}"] [data-ladder-side="${side}"]`);
  return moved ?? price ?? rows.querySelector('[data-ladder-side][tabindex="0"]');
}
