/**
 * Lists everything that the network's rules know of the world: its clock, its timers, chance, what the browser says of
 * itself, and one request. The rules are passed these and reach for nothing else, so a test plays a minute in no time
 * at all.
 */
import { nowMs } from '#session/clock.ts';

export type Stop = () => void;

export interface Surroundings {
  readonly now: () => number;
  /** Draws evenly from [0, 1). */
  readonly random: () => number;
  /** Runs once; returns a function that cancels it. */
  readonly after: (delayMs: number, task: () => void) => Stop;
  /** Runs repeatedly; returns a function that stops it. */
  readonly every: (intervalMs: number, task: () => void) => Stop;
  readonly isOnline: () => boolean;
  readonly onOnlineChange: (listener: () => void) => Stop;
  /** Tells whether anybody can see the page: a tab in the background is not seen. */
  readonly isSeen: () => boolean;
  readonly onSeenChange: (listener: () => void) => Stop;
  /**
   * Sends a HEAD request past every cache; resolves to whether it succeeded. Rejects without an answer, or when
   * aborted.
   */
  readonly head: (path: string, signal: AbortSignal) => Promise<boolean>;
  /** Returns the time an answered request took on the network; undefined where the browser does not say. */
  readonly onTheWayMs: (path: string) => number | undefined;
}

export const browser: Surroundings = {
  now: nowMs,
  random: Math.random,
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  every: (intervalMs, task) => {
    const timer = setInterval(task, intervalMs);
    return () => clearInterval(timer);
  },
  isOnline: () => navigator.onLine,
  onOnlineChange: (listener) => listen(window, ['online', 'offline'], listener),
  isSeen: () => document.visibilityState === 'visible',
  onSeenChange: (listener) => listen(document, ['visibilitychange'], listener),
  head: async (path, signal) => (await fetch(path, { method: 'HEAD', cache: 'no-store', signal })).ok,
  onTheWayMs: (path) => {
    const entry = performance.getEntriesByName(new URL(path, location.href).href).at(-1);
    const isTimed = entry instanceof PerformanceResourceTiming && entry.requestStart > 0;
    return isTimed ? Math.round(entry.responseEnd - entry.requestStart) : undefined;
  },
};

function listen(target: EventTarget, events: readonly string[], listener: () => void): Stop {
  for (const event of events) target.addEventListener(event, listener);
  return () => {
    for (const event of events) target.removeEventListener(event, listener);
  };
}
