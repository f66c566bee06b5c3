/**
 * Moving a line by pointer and by keys: it follows the pointer from tick to tick, waits where it was let go for ✓ or ✗,
 * and stays there, marked, until the server has answered. Esc leaves it where it was, at any moment before that.
 */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { TradingChart } from '../trading-chart.ts';
import { type AmendGround, type Amendment, amendmentOf } from './amend.ts';
import { type Hand, nextHand, RESTING } from './hand.ts';
import type { ChartLine } from './stake.ts';
import type { StakeActs } from './use-stake-acts.ts';

export type StakeChart = Pick<TradingChart, 'lines' | 'plane' | 'drawings'>;

export interface StakeHandOptions {
  readonly chart: StakeChart;
  /** What hears the pointer before the drawings and the library do. */
  readonly surface: RefObject<HTMLElement | null>;
  readonly lines: readonly ChartLine[];
  readonly ground: AmendGround;
  readonly acts: StakeActs;
  /** Sent when let go of, without ✓. */
  readonly isOneStep: boolean;
}

export interface StakeHand {
  readonly hand: Hand;
  grab(line: ChartLine, event: { clientX: number; clientY: number }): void;
  key(line: ChartLine, event: KeyboardEvent): void;
  confirm(): void;
  leave(): void;
}

/** How near a mouse has to come to a line. */
const REACH_PX = 5;
/** A pointer that moved less has not moved. */
const SLACK_PX = 3;
const STEP_FAST = 10;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export function useStakeHand(options: StakeHandOptions): StakeHand {
  const { chart, surface, lines } = options;
  const [hand, dispatch] = useReducer(nextHand, RESTING);
  const latest = useRef({ ...options, hand });
  useEffect(() => {
    latest.current = { ...options, hand };
  });
  const isHeld = hand.phase === 'held';
  useEffect(() => {
    if (!isHeld) return;
    chart.lines.hold(true);
    return () => chart.lines.hold(false);
  }, [chart, isHeld]);
  const movedId = hand.phase === 'resting' ? null : hand.id;
  const movedTicks = hand.phase === 'resting' ? 0 : hand.ticks;
  useEffect(() => {
    chart.lines.move(movedId === null ? null : { id: movedId, ticks: movedTicks });
  }, [chart, movedId, movedTicks]);
  const isGone = movedId !== null && !lines.some(({ id }) => id === movedId);
  useEffect(() => {
    if (isGone) dispatch({ kind: 'leave' });
  }, [isGone]);

  const send = useCallback((line: ChartLine, amendment: Amendment) => {
    void latest.current.acts.amend(line, amendment).then(() => dispatch({ kind: 'leave' }));
  }, []);

  const leave = useCallback(() => {
    const { hand: now, lines: all, acts } = latest.current;
    if (now.phase !== 'held' && now.phase !== 'asking') return;
    const line = all.find(({ id }) => id === now.id);
    if (line?.subject.kind === 'draft') acts.moveDraft(line.subject.leg, now.fromTicks);
    dispatch({ kind: 'leave' });
  }, []);

  const confirm = useCallback(() => {
    const { hand: now, lines: all, ground, acts } = latest.current;
    const line = now.phase === 'asking' ? all.find(({ id }) => id === now.id) : undefined;
    if (now.phase !== 'asking' || !line) return;
    const amendment = amendmentOf(line, now.ticks, ground);
    if (amendment.kind === 'fault') acts.say(amendment);
    if (amendment.kind === 'fault' || amendment.kind === 'nothing') return dispatch({ kind: 'leave' });
    dispatch({ kind: 'send' });
    send(line, amendment);
  }, [send]);

  /** Let go of at a price: judged there as the line is by now, and asked for or sent. */
  const drop = useCallback(
    (id: string, ticks: number) => {
      const { lines: all, ground, acts, isOneStep } = latest.current;
      const line = all.find((one) => one.id === id);
      // Filled, cancelled or another account's desk while it was carried: nothing is asked.
      if (!line?.canMove) return dispatch({ kind: 'leave' });
      const amendment = amendmentOf(line, ticks, ground);
      if (amendment.kind === 'fault') acts.say(amendment);
      switch (amendment.kind) {
        case 'order':
        case 'conditional':
        case 'alert':
          dispatch({ kind: 'drop', verdict: isOneStep ? 'sent' : 'kept' });
          if (isOneStep) send(line, amendment);
          return;
        default:
          // A draft is there already, and a fault goes back.
          dispatch({ kind: 'drop', verdict: 'back' });
      }
    },
    [send],
  );

  const carrying = useRef<AbortController | null>(null);
  useEffect(() => () => carrying.current?.abort(), []);
  const grab = useCallback(
    (line: ChartLine, start: { clientX: number; clientY: number }) => {
      const { hand: before } = latest.current;
      if (!line.canMove || before.phase === 'sending') return;
      const fromTicks = before.phase === 'asking' && before.id === line.id ? before.ticks : Math.round(line.ticks);
      const offsetPx = start.clientY - clientYOf(chart, fromTicks, surface.current);
      let ticks = fromTicks;
      let isOff = false;
      const listening = new AbortController();
      carrying.current = listening;
      const { signal } = listening;
      const onMove = (event: PointerEvent) => {
        if (!isOff && Math.abs(event.clientY - start.clientY) <= SLACK_PX) return;
        if (!isOff) dispatch({ kind: 'grab', id: line.id, ticks: fromTicks });
        isOff = true;
        ticks = ticksAt(chart, event, offsetPx) ?? ticks;
        if (line.subject.kind === 'draft') latest.current.acts.moveDraft(line.subject.leg, ticks);
        dispatch({ kind: 'move', ticks });
      };
      const onUp = () => {
        listening.abort();
        if (isOff) drop(line.id, ticks);
      };
      const onCancel = () => {
        listening.abort();
        leave();
      };
      document.addEventListener('pointermove', onMove, { signal });
      document.addEventListener('pointerup', onUp, { signal });
      document.addEventListener('pointercancel', onCancel, { signal });
      document.addEventListener('keydown', (event) => event.key === 'Escape' && onCancel(), { signal, capture: true });
    },
    [chart, surface, leave, drop],
  );

  const key = useCallback(
    (line: ChartLine, event: KeyboardEvent) => {
      const { hand: now, acts } = latest.current;
      const isMine = now.phase === 'asking' && now.id === line.id;
      const step = STEPS[event.key];
      if (step !== undefined && line.canMove && !event.altKey) {
        const from = isMine ? now.ticks : Math.round(line.ticks);
        const ticks = from + step * (event.shiftKey ? STEP_FAST : 1);
        if (line.subject.kind === 'draft') acts.moveDraft(line.subject.leg, ticks);
        else dispatch({ kind: 'step', id: line.id, fromTicks: isMine ? now.fromTicks : from, ticks });
      } else if (event.key === 'Enter' && isMine) confirm();
      else if (event.key === 'Enter' && line.subject.kind === 'draft') acts.press();
      else if (event.key === 'Escape' && isMine) leave();
      else if ((event.key === 'Delete' || event.key === 'Backspace') && line.canEnd) acts.end(line);
      else return;
      // What lies around has keys of its own: Esc leaves the full screen, arrows scroll the bars.
      event.preventDefault();
      event.stopPropagation();
    },
    [confirm, leave],
  );

  const isAsking = hand.phase === 'asking';
  useEffect(() => {
    if (!isAsking) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave();
    };
    // Wherever the focus is, and before what lies around hears it.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isAsking, leave]);

  useHeldByLine({ chart, surface, latest, grab });
  return { hand, grab, key, confirm, leave };
}

interface HeldByLine {
  readonly chart: StakeChart;
  readonly surface: RefObject<HTMLElement | null>;
  readonly latest: RefObject<StakeHandOptions>;
  readonly grab: StakeHand['grab'];
}

/** A mouse takes a line anywhere along it, before the drawings and the library hear of it; a finger by its label. */
function useHeldByLine({ chart, surface, latest, grab }: HeldByLine): void {
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const lineAt = (event: PointerEvent): ChartLine | undefined => {
      if (event.pointerType === 'touch' || chart.drawings.state.read().tool !== null) return undefined;
      const pixel = chart.plane.pixelOf(event);
      const place = pixel && chart.lines.places.near(pixel.y, REACH_PX);
      const line = latest.current.lines.find(({ id }) => id === place?.id);
      return line?.canMove ? line : undefined;
    };
    const onDown = (event: PointerEvent) => {
      const line = event.button === 0 ? lineAt(event) : undefined;
      if (!line) return;
      event.stopPropagation();
      // No mouse event follows, so that the library does not scroll the bars.
      event.preventDefault();
      grab(line, event);
    };
    const onMove = (event: PointerEvent) => {
      element.dataset.move = String(lineAt(event) !== undefined);
    };
    element.addEventListener('pointerdown', onDown, { capture: true });
    element.addEventListener('pointermove', onMove, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', onDown, { capture: true });
      element.removeEventListener('pointermove', onMove, { capture: true });
    };
  }, [chart, surface, latest, grab]);
}

function clientYOf(chart: StakeChart, ticks: number, surface: HTMLElement | null): number {
  return (surface?.getBoundingClientRect().top ?? 0) + chart.plane.yOf(ticks);
}

function ticksAt(chart: StakeChart, event: PointerEvent, offsetPx: number): number | null {
  const pixel = chart.plane.pixelOf(event, true);
  return pixel && (chart.plane.placeAt({ x: pixel.x, y: pixel.y - offsetPx }, { isMagnet: false })?.ticks ?? null);
}
