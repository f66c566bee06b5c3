/**
 * Tells of a manual clock that was moved: clients say by the server's clock until when they want an order, and one that
 * learns the time with the next heartbeat only would be late with all of them.
 */
import type { Clock } from '#ground/clock.ts';

const LOOK_MS = 50;
/** Further ahead than that, an order's ten seconds would be noticeably less. */
const MOVED_MS = 1_000;

/** Calls `act` when `clock` has gone further than real time since the look before; returns how to stop. */
export function onClockMoved(clock: Clock, wall: Clock, act: () => void): () => void {
  let aheadMs = clock.nowMs() - wall.nowMs();
  return wall.every(LOOK_MS, () => {
    const beforeMs = aheadMs;
    aheadMs = clock.nowMs() - wall.nowMs();
    if (aheadMs - beforeMs > MOVED_MS) act();
  });
}
