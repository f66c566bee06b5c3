/**
 * How far away the site is (docs/rules/connections.md#ping): every fifteen seconds a HEAD of its own favicon, past
 * every cache. Pinging is paused while nobody sees the page (record 97), and what was missed is made up for at once
 * when somebody does.
 */
import { LIMITS } from '@mua/contract/limits';
import type { Stop, Surroundings } from '#network/surroundings.ts';

const FAVICON = '/favicon.ico';

/** Notes the milliseconds of each check. Returns how to stop. */
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
    // The last check failed for want of a network, which is no longer so.
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
 * No answer in the time that a failure counts for is one. What counts is the way of the request: while a page starts, its
 * own work may keep an answer waiting that has long been there.
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
