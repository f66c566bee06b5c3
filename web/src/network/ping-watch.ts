/**
 * Measures how far away the site is (docs/rules/connections.md#ping): every fifteen seconds a HEAD of its own favicon,
 * past every cache. Pinging is paused while the page is hidden (record 97), and a missed check is made up for at once
 * when it is seen again.
 */
import { LIMITS } from '@mua/contract/limits';
import type { Stop, Surroundings } from '#network/surroundings.ts';

const FAVICON = '/favicon.ico';

/** Notes the milliseconds of each check. Returns a function that stops it. */
export function watchPing(surroundings: Surroundings, note: (ms: number) => void): Stop {
  const { now, every, isOnline, onOnlineChange, isSeen, onSeenChange } = surroundings;
  let pingedMs = Number.NEGATIVE_INFINITY;
  let isUnderWay = false;
  let isStopped = false;

  async function ping(): Promise<void> {
    const isPaused = !isSeen();
    if (isPaused || isUnderWay) return;
    isUnderWay = true;
    pingedMs = now();
    const ms = await measure(surroundings);
    isUnderWay = false;
    if (!isStopped) note(ms);
  }

  const stops = [
    every(LIMITS.pingIntervalMs, () => void ping()),
    onSeenChange(() => {
      if (now() - pingedMs >= LIMITS.pingIntervalMs) void ping();
    }),
    // The last check failed for want of a network, which is back now.
    onOnlineChange(() => {
      if (isOnline()) void ping();
    }),
  ];
  void ping();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

/**
 * Measures one check; no answer within the time that a failure counts for is a failure. What counts is the time of the
 * request: while a page starts, its own work may delay an answer that has long arrived.
 */
async function measure({ now, after, head, onTheWayMs }: Surroundings): Promise<number> {
  const startedMs = now();
  const patience = new AbortController();
  const stopTimer = after(LIMITS.pingFailureMs, () => patience.abort());
  const path = `${FAVICON}?t=${startedMs}`;
  const isWell = await head(path, patience.signal).catch(() => false);
  stopTimer();
  return isWell ? (onTheWayMs(path) ?? Math.max(0, now() - startedMs)) : LIMITS.pingFailureMs;
}
