/**
 * Provides the page's drag on the chart's lines: a `LineDrag` that always reads the current state, with its pointer and
 * keys.
 */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type DragState, RESTING } from '#features/chart/trading/drag-state.ts';
import { type DragView, LineDrag } from '#features/chart/trading/line-drag.ts';
import { LinePointer } from '#features/chart/trading/line-pointer.ts';
import type { LabelledLine } from '#features/chart/trading/order-line.ts';
import type { TradedChart } from '#features/chart/trading/traded-chart.ts';

export interface LineDragOptions {
  readonly chart: TradedChart;
  /** Receives pointer events before the drawings and the library do. */
  readonly surface: RefObject<HTMLElement | null>;
  readonly view: DragView;
}

export interface LineDragging {
  readonly drag: DragState;
  grab(line: LabelledLine, event: { clientX: number; clientY: number }): void;
  key(line: LabelledLine, event: KeyboardEvent): void;
  confirm(): void;
  leave(): void;
}

export function useLineDrag({ chart, surface, view }: LineDragOptions): LineDragging {
  const [drag, setHand] = useState<DragState>(RESTING);
  const [lineDrag] = useState(() => new LineDrag(view, setHand));
  useEffect(() => lineDrag.see(view));
  const pointer = useRef<LinePointer | null>(null);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const listening = new LinePointer({ chart, surface: element, drag: lineDrag });
    pointer.current = listening;
    return () => listening.stop();
  }, [chart, surface, lineDrag]);
  useShownMove(chart, drag);
  useEscape(drag.phase === 'asking', lineDrag);
  const key = useCallback(
    (line: LabelledLine, event: KeyboardEvent) => {
      if (!lineDrag.press(line, event)) return;
      // The page around has keys of its own: Esc leaves the full screen, arrows scroll the bars.
      event.preventDefault();
      event.stopPropagation();
    },
    [lineDrag],
  );
  return {
    drag,
    key,
    grab: (line, event) => pointer.current?.grab(line, event),
    confirm: () => lineDrag.confirm(),
    leave: () => lineDrag.leave(),
  };
}

/** The chart draws the line at the dragged price, and keeps its range while it is held. */
function useShownMove(chart: TradedChart, drag: DragState): void {
  const isHeld = drag.phase === 'held';
  useEffect(() => {
    if (!isHeld) return;
    chart.lines.hold(true);
    return () => chart.lines.hold(false);
  }, [chart, isHeld]);
  const id = drag.phase === 'resting' ? null : drag.id;
  const ticks = drag.phase === 'resting' ? 0 : drag.ticks;
  useEffect(() => {
    chart.lines.move(id === null ? null : { id, ticks });
  }, [chart, id, ticks]);
}

/** While a confirmation is pending, Esc declines it, wherever the focus is and before the page around handles it. */
function useEscape(isAsking: boolean, lineDrag: LineDrag): void {
  useEffect(() => {
    if (!isAsking) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      lineDrag.leave();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isAsking, lineDrag]);
}
