/**
 * Tells the time at the server and in its market: heartbeats set it, and this page's clock runs on from there, so a
 * wrong clock on this machine misleads nobody. The two differ where the market is a recording, which has a time of its
 * own: prices, bars, sessions and dates of contracts use the market's, orders and messages the server's.
 */
import type { Heartbeat } from '@mua/contract/feeds/messages';
import { type CivilDate, civilDateAt, VIETNAM_OFFSET_MS } from '@mua/core/values';
import { useSyncExternalStore } from 'react';
import { nowMs } from '#session/clock.ts';

let isClockSet = false;
let serverOffsetMs = 0;
let marketOffsetMs = 0;

export function serverNowMs(): number {
  return nowMs() + serverOffsetMs;
}

export function marketNowMs(): number {
  return nowMs() + marketOffsetMs;
}

export function noteTimes({ timeMs, marketMs }: Heartbeat): void {
  isClockSet = true;
  serverOffsetMs = timeMs - nowMs();
  marketOffsetMs = marketMs - nowMs();
}

/** Exceeds the time that a message takes. */
const APART_MS = 60_000;

/** Tells whether the market's time differs from the server's. */
export function isMarketElsewhen(): boolean {
  return Math.abs(marketOffsetMs - serverOffsetMs) > APART_MS;
}

/** Returns false until the first heartbeat: the age of a price is unknown before. */
export function isTimeKnown(): boolean {
  return isClockSet;
}

/** Returns how long ago a price held; 0 until the market's time is known. */
export function quoteAgeMs(timeMs: number | null): number {
  return timeMs === null || !isClockSet ? 0 : Math.max(0, marketNowMs() - timeMs);
}

/** Returns the calendar date in Vietnam, which has no daylight saving. */
export function vietnamDate(timeMs: number): CivilDate {
  return civilDateAt(timeMs, VIETNAM_OFFSET_MS);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls the listener once a second until it unsubscribes. */
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

/** Reads a value every second; renders only when the value changes, so it should be coarse. */
export function useEverySecond<T extends string | number | boolean | null>(read: () => T): T {
  return useSyncExternalStore(subscribeSecond, read);
}
