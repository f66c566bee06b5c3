/** The page's hand on the chart's lines: a `LineHand` that always sees what is shown, a pointer and the keys for it. */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Hand, RESTING } from '#features/chart/stakes/hand.ts';
import { type HandView, LineHand } from '#features/chart/stakes/line-hand.ts';
import { LinePointer, type StakeChart } from '#features/chart/stakes/line-pointer.ts';
import type { ChartLine } from '#features/chart/stakes/stake.ts';

export interface StakeHandOptions {
  readonly chart: StakeChart;
  /** What hears the pointer before the drawings and the library do. */
  readonly surface: RefObject<HTMLElement | null>;
  readonly view: HandView;
}

export interface StakeHand {
  readonly hand: Hand;
  grab(line: ChartLine, event: { clientX: number; clientY: number }): void;
  key(line: ChartLine, event: KeyboardEvent): void;
  confirm(): void;
  leave(): void;
}

export function useStakeHand({ chart, surface, view }: StakeHandOptions): StakeHand {
  const [hand, setHand] = useState<Hand>(RESTING);
  const [lineHand] = useState(() => new LineHand(view, setHand));
  useEffect(() => lineHand.see(view));
  const pointer = useRef<LinePointer | null>(null);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const listening = new LinePointer({ chart, surface: element, hand: lineHand });
    pointer.current = listening;
    return () => listening.stop();
  }, [chart, surface, lineHand]);
  useShownMove(chart, hand);
  useEscape(hand.phase === 'asking', lineHand);
  const key = useCallback(
    (line: ChartLine, event: KeyboardEvent) => {
      if (!lineHand.press(line, event)) return;
      // What lies around has keys of its own: Esc leaves the full screen, arrows scroll the bars.
      event.preventDefault();
      event.stopPropagation();
    },
    [lineHand],
  );
  return {
    hand,
    key,
    grab: (line, event) => pointer.current?.grab(line, event),
    confirm: () => lineHand.confirm(),
    leave: () => lineHand.leave(),
  };
}

/** The chart draws the line where the hand has it, and keeps its range while it is held. */
function useShownMove(chart: StakeChart, hand: Hand): void {
  const isHeld = hand.phase === 'held';
  useEffect(() => {
    if (!isHeld) return;
    chart.lines.hold(true);
    return () => chart.lines.hold(false);
  }, [chart, isHeld]);
  const id = hand.phase === 'resting' ? null : hand.id;
  const ticks = hand.phase === 'resting' ? 0 : hand.ticks;
  useEffect(() => {
    chart.lines.move(id === null ? null : { id, ticks });
  }, [chart, id, ticks]);
}

/** While it asks, Esc is its answer: wherever the focus is, and before what lies around hears it. */
function useEscape(isAsking: boolean, lineHand: LineHand): void {
  useEffect(() => {
    if (!isAsking) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      lineHand.leave();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isAsking, lineHand]);
}
