/**
 * What is armed by one press and done by the next. The second click of a double click and Enter pressed twice are no
 * second press: some time has to pass between the two. It ends by itself, so that nothing armed is left lying about.
 */
import { useCallback, useEffect, useState } from 'react';
import { nowMs } from '#session/clock.ts';

/** From arming until a press counts. */
export const ARMING_PAUSE_MS = 350;
/** From arming until it is over. */
const ARMED_MS = 10_000;
const SECOND_MS = 1_000;

/** A click that follows another one at once: the hand did not let go, so it answers nothing. */
export function isRepeatedClick({ detail }: { readonly detail: number }): boolean {
  return detail >= 2;
}

/** Whether a click answers a question that stands since then: it was not meant for what was there before. */
export function mayAnswer(click: { readonly detail: number }, shownMs: number): boolean {
  return !isRepeatedClick(click) && nowMs() - shownMs >= ARMING_PAUSE_MS;
}

export interface Arming {
  /** Since the clock's time; null while nothing is armed. */
  readonly sinceMs: number | null;
  /** A press counts now. */
  readonly isReady: boolean;
  readonly secondsLeft: number;
  /** Of the time it lasts, 1 to 0. */
  readonly shareLeft: number;
  arm(): void;
  disarm(): void;
  /** As it is at this moment, whatever was rendered last. */
  stand(): 'none' | 'pausing' | 'ready';
}

/** Rendered anew whenever what it says changes. */
export function useArming(): Arming {
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  const [, setTurn] = useState(0);
  const elapsedMs = sinceMs === null ? 0 : nowMs() - sinceMs;
  const readiness = standAt(sinceMs);
  const disarm = useCallback(() => setSinceMs(null), []);
  useEffect(() => {
    if (sinceMs === null) return;
    if (readiness === 'none') return setSinceMs(null);
    const nextMs = readiness === 'pausing' ? ARMING_PAUSE_MS : (Math.floor(elapsedMs / SECOND_MS) + 1) * SECOND_MS;
    const timer = setTimeout(() => setTurn((turn) => turn + 1), Math.min(nextMs - elapsedMs, SECOND_MS));
    return () => clearTimeout(timer);
  });
  const isArmed = sinceMs !== null;
  useEffect(() => {
    if (!isArmed) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && disarm();
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isArmed, disarm]);
  const leftMs = Math.min(ARMED_MS, Math.max(0, ARMED_MS - elapsedMs));
  return {
    sinceMs: readiness === 'none' ? null : sinceMs,
    isReady: readiness === 'ready',
    secondsLeft: Math.ceil(leftMs / SECOND_MS),
    shareLeft: leftMs / ARMED_MS,
    arm: () => setSinceMs(nowMs()),
    disarm,
    stand: () => standAt(sinceMs),
  };
}

function standAt(sinceMs: number | null): 'none' | 'pausing' | 'ready' {
  if (sinceMs === null) return 'none';
  const elapsedMs = nowMs() - sinceMs;
  if (elapsedMs >= ARMED_MS) return 'none';
  return elapsedMs < ARMING_PAUSE_MS ? 'pausing' : 'ready';
}
