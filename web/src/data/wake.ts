/**
 * Whether this machine slept: its timers stopped while the clock went on. A socket may not notice for minutes that the
 * other end is long gone, and what was missed is missed all the same; so whoever draws a past reads its newest part again.
 * A tab in the background has slow timers too, and is told when somebody looks at it again.
 */
import { nowMs } from '#session/clock.ts';

const TICK_MS = 5_000;
/** A timer that is so late did not run. */
const SLEPT_MS = 30_000;

export interface WakeWatch {
  onWake(listener: () => void): () => void;
}

export interface WakeSurroundings {
  readonly now: () => number;
  /** Runs again and again; returns how to stop. */
  readonly every: (intervalMs: number, task: () => void) => () => void;
  readonly isSeen: () => boolean;
  /** Whenever the page is seen again; returns how to stop. */
  readonly onSeen: (task: () => void) => () => void;
}

export function createWakeWatch({ now, every, isSeen, onSeen }: WakeSurroundings): WakeWatch {
  const listeners = new Set<() => void>();
  let stops: (() => void)[] = [];
  let tickedMs = 0;
  let hasSlept = false;

  function tick(): void {
    const timeMs = now();
    hasSlept ||= timeMs - tickedMs > SLEPT_MS;
    tickedMs = timeMs;
    if (!hasSlept || !isSeen()) return;
    hasSlept = false;
    for (const listener of [...listeners]) listener();
  }

  return {
    onWake(listener) {
      if (listeners.size === 0) {
        tickedMs = now();
        hasSlept = false;
        stops = [every(TICK_MS, tick), onSeen(tick)];
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const stop of stops) stop();
        stops = [];
      };
    },
  };
}

const watch = createWakeWatch({
  now: nowMs,
  every: (intervalMs, task) => {
    const timer = setInterval(task, intervalMs);
    return () => clearInterval(timer);
  },
  isSeen: () => document.visibilityState === 'visible',
  onSeen: (task) => {
    document.addEventListener('visibilitychange', task);
    return () => document.removeEventListener('visibilitychange', task);
  },
});

/** Calls back after each sleep, for as long as somebody listens. */
export const onWake = watch.onWake;
