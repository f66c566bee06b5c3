/**
 * Detects that this machine slept: its timers stopped while the clock went on. A socket may not notice for minutes that
 * the other end is long gone, and what was missed is missed all the same; so feeds resume, and queries are read again.
 * A tab in the background has slow timers too, and is notified when it is seen again.
 */
import { LIMITS } from '@mua/contract/limits';
import { browser, type Stop, type Surroundings } from '#network/surroundings.ts';

const TICK_MS = 5_000;

export type OnWake = (listener: () => void) => Stop;

export function createWakeWatch({
  now,
  every,
  isSeen,
  onSeenChange,
}: Pick<Surroundings, 'now' | 'every' | 'isSeen' | 'onSeenChange'>): OnWake {
  const listeners = new Set<() => void>();
  let stops: Stop[] = [];
  let tickedMs = 0;
  let hasSlept = false;

  function tick(): void {
    const timeMs = now();
    hasSlept ||= timeMs - tickedMs > LIMITS.sleepGapMs;
    tickedMs = timeMs;
    if (!hasSlept || !isSeen()) return;
    hasSlept = false;
    for (const listener of [...listeners]) listener();
  }

  return (listener) => {
    if (listeners.size === 0) {
      tickedMs = now();
      hasSlept = false;
      stops = [every(TICK_MS, tick), onSeenChange(tick)];
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      for (const stop of stops) stop();
      stops = [];
    };
  };
}

/** Calls back after each sleep, until unsubscribed. */
export const onWake = createWakeWatch(browser);
