/** Splits long work into short turns of the event loop, so that orders and calls that come meanwhile do not wait for it. */
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a turn may take, before the piece of work that ends it. */
const TURN_MS = 8;

/** To be awaited between pieces of work: goes on at once until the turn is used up. */
export type ShortTurns = () => Promise<void> | undefined;

export function shortTurns(): ShortTurns {
  let untilMs = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < untilMs) return undefined;
    return nextTurn().then(() => {
      untilMs = performance.now() + TURN_MS;
    });
  };
}
