/** The ladder's window of prices: as many rows as fit, following the market only while it is not in use. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { type RefCallback, useCallback, useEffect, useMemo, useState } from 'react';
import { useBookRowHeight } from '#design/book-row.ts';
import { useSizeRef } from '#design/use-size-ref.ts';
import { hasDrifted, type LadderWindow, scrolled } from '#features/order-ladder/ladder-view.ts';
import { limitTicksOf } from '#market/price-state.ts';
import { useQuoteField } from '#market/use-quote.ts';

const ROWS_AT_FIRST = 21;

export interface LadderView {
  readonly ref: RefCallback<HTMLElement>;
  /** Null until the contract has a price. */
  readonly window: LadderWindow | null;
  readonly lastTicks: Ticks | null;
  /** The pointer or the focus is inside: rows do not move. */
  setHeld(isHeld: boolean): void;
  scroll(byTicks: Ticks): void;
  centre(): void;
}

export function useLadderWindow(contract: Contract): LadderView {
  const last = useQuoteField(contract.code, 'last');
  const settlement = useQuoteField(contract.code, 'settlement');
  const marketTicks = last ?? settlement;
  const [rows, setRows] = useState(ROWS_AT_FIRST);
  const [centreTicks, setCentre] = useState<number | null>(null);
  const [isHeld, setHeld] = useState(false);
  const shown = centreTicks ?? marketTicks;
  const limits = limitTicksOf(contract);
  useEffect(() => {
    if (marketTicks === null || isHeld) return;
    setCentre((before) =>
      before === null || hasDrifted({ centreTicks: before, rows }, marketTicks) ? marketTicks : before,
    );
  }, [marketTicks, isHeld, rows]);
  const rowPx = useBookRowHeight();
  const look = useCallback(
    (element: HTMLElement) => setRows(Math.max(3, Math.floor(element.clientHeight / rowPxIn(element, rowPx)))),
    [rowPx],
  );
  const ref = useSizeRef(look);
  const window = useMemo(() => (shown === null ? null : { centreTicks: shown, rows }), [shown, rows]);
  return {
    ref,
    window,
    lastTicks: last,
    setHeld,
    scroll: (byTicks) => window && setCentre(scrolled(window, byTicks, limits).centreTicks),
    centre: () => setCentre(marketTicks),
  };
}

/** A phone and a wide desk draw rows higher than the density says. */
function rowPxIn(element: HTMLElement, usualPx: number): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--book-row')) || usualPx;
}
