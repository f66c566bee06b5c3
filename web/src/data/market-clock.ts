/**
 * What time it is at the server: its heartbeats say, and this page's clock runs on from there. Session changes, late
 * quotes and the clock in the header all read it, so a wrong clock on this machine misleads nobody.
 */
import { type CivilDate, civilDateAt } from '@mua/core/values';
import { useSyncExternalStore } from 'react';
import { nowMs } from '#session/clock.ts';

let offsetMs = 0;

export function marketNowMs(): number {
  return nowMs() + offsetMs;
}

export function setMarketTime(serverMs: number): void {
  offsetMs = serverMs - nowMs();
}

const VIETNAM_OFFSET_MS = 7 * 60 * 60 * 1000;

/** The calendar's date in Vietnam, which has no daylight saving. */
export function vietnamDate(timeMs: number): CivilDate {
  return civilDateAt(timeMs, VIETNAM_OFFSET_MS);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Once a second while anybody listens. */
export function subscribeSecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of [...listeners]) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A value of the running second; renders only when the value changes, so it should be coarse. */
export function useEverySecond<T extends string | number | boolean | null>(read: () => T): T {
  return useSyncExternalStore(subscribeSecond, read);
}
