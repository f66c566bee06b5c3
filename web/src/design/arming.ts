/**
 * Arms an action with one press and performs it with the next. The second click of a double click and a repeated Enter
 * do not count as the next: some time has to pass between the two. Arming ends by itself, so that nothing stays armed
 * unnoticed.
 */
import { useCallback, useEffect, useState } from 'react';
import { nowMs } from '#session/clock.ts';

/** Time from arming until a press counts. */
export const ARMING_PAUSE_MS = 350;
/** Time from arming until it expires. */
const ARMED_MS = 10_000;
const SECOND_MS = 1_000;

/** Recognises a click that follows another one at once: the finger was still clicking, so it answers nothing. */
export function isRepeatedClick({ detail }: { readonly detail: number }): boolean {
  return detail >= 2;
}

/** Tells whether a click may answer a question shown since then: otherwise it was meant for what was there before. */
export function mayAnswer(click: { readonly detail: number }, shownMs: number): boolean {
  return !isRepeatedClick(click) && nowMs() - shownMs >= ARMING_PAUSE_MS;
}

export interface Arming {
  /** Clock time of the arming; null while nothing is armed. */
  readonly sinceMs: number | null;
  /** True when a press counts now. */
  readonly isReady: boolean;
  readonly secondsLeft: number;
  /** Share of the time left, 1 to 0. */
  readonly shareLeft: number;
  arm(): void;
  disarm(): void;
  /** Returns the state at this moment, whatever was rendered last. */
  stand(): 'none' | 'pausing' | 'ready';
}

/** Renders again whenever its state changes. */
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
