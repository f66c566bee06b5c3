/** The ladder's window of prices: as many rows as fit, following the market only while it is not in use. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useBookRowHeight } from '#design/book-row.ts';
import { useSizeRef } from '#design/use-size-ref.ts';
import { hasDrifted, type LadderWindow, refitted, scrolled } from '#features/order-ladder/ladder-view.ts';
import { limitTicksOf } from '#market/price-state.ts';
import { useQuoteField } from '#market/use-quote.ts';

const ROWS_AT_FIRST = 21;

export interface LadderView {
  readonly ref: RefCallback<HTMLElement>;
  /** Null until the contract has a price. */
  readonly window: LadderWindow | null;
  readonly lastTicks: Ticks | null;
  /** While the pointer or the focus is inside, rows do not move. */
  hold(by: 'pointer' | 'focus', isInside: boolean): void;
  scroll(byTicks: Ticks): void;
  centre(): void;
}

/** The window, whose centre is null until the contract has a price. */
interface Shape {
  readonly rows: number;
  readonly centreTicks: Ticks | null;
}

export function useLadderWindow(contract: Contract): LadderView {
  const last = useQuoteField(contract.code, 'last');
  const settlement = useQuoteField(contract.code, 'settlement');
  const marketTicks = last ?? settlement;
  const [{ rows, centreTicks }, setShape] = useState<Shape>({ rows: ROWS_AT_FIRST, centreTicks: marketTicks });
  const [isHeld, setHeld] = useState(false);
  // As of this moment: what fits is measured when nothing is rendered.
  const inside = useRef({ pointer: false, focus: false });
  const limits = limitTicksOf(contract);
  useEffect(() => {
    if (marketTicks !== null) setShape((before) => following(before, marketTicks, isHeld));
  }, [marketTicks, isHeld]);
  const rowPx = useBookRowHeight();
  const look = useCallback(
    (element: HTMLElement) => {
      const fitting = Math.max(3, Math.floor(element.clientHeight / rowPxIn(element, rowPx)));
      setShape(({ rows, centreTicks }) =>
        centreTicks === null
          ? { rows: fitting, centreTicks }
          : refitted({ rows, centreTicks }, { rows: fitting, isHeld: isIn(inside.current) }),
      );
    },
    [rowPx],
  );
  const ref = useSizeRef(look);
  const window = useMemo(() => (centreTicks === null ? null : { centreTicks, rows }), [centreTicks, rows]);
  const moveTo = (next: Ticks) => setShape((before) => ({ ...before, centreTicks: next }));
  return {
    ref,
    window,
    lastTicks: last,
    hold: (by, isInside) => {
      inside.current[by] = isInside;
      setHeld(isIn(inside.current));
    },
    scroll: (byTicks) => window && moveTo(scrolled(window, byTicks, limits).centreTicks),
    centre: () => marketTicks !== null && moveTo(marketTicks),
  };
}

function isIn({ pointer, focus }: { readonly pointer: boolean; readonly focus: boolean }): boolean {
  return pointer || focus;
}

/** In use, only a first price moves it. */
function following(shape: Shape, marketTicks: Ticks, isHeld: boolean): Shape {
  const { rows, centreTicks } = shape;
  const stays = centreTicks !== null && (isHeld || !hasDrifted({ rows, centreTicks }, marketTicks));
  return stays ? shape : { rows, centreTicks: marketTicks };
}

/** A phone and a wide desk draw rows higher than the density says. */
function rowPxIn(element: HTMLElement, usualPx: number): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--book-row')) || usualPx;
}
