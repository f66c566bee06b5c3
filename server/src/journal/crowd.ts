/**
 * Whether more comes than can be done: how long what waits for the disk will take, by the pace at which commands became
 * durable of late. A burst may wait for half a second, because it ends. What goes on for longer is overload: then only
 * as much is let in as is done within what its kind bears, and the rest is told at once, until nobody had to be refused
 * for a while.
 */

export interface Crowd {
  /** So many became durable together; as many as `waiting`, these included, waited when they were begun. */
  done(count: number, waiting: number, beganMs: number): void;
  /** Whether somebody who comes when so many wait is not to be let in, if they bear so much once it is overload. */
  isTooLong(waiting: number, bearableMs: number): boolean;
  /** Whether somebody was refused a moment ago. */
  readonly isOverload: boolean;
}

/** Until it is known: an embedded database on a laptop does about two commands in a millisecond. */
const FIRST_PER_MS = 2;
/** The past is forgotten as fast as that. */
const MEMORY_MS = 500;
/** So many are always let in: a slow disk writes them together, as fast as a few. */
const FEW = 100;
/** How much of a wait a burst may be, and for how long it may last. */
const BURST_MS = 500;
/** So long after the last refusal it is over. */
const OVER_MS = 2_000;

export function watchCrowd(nowMs: () => number): Crowd {
  let perMs = FIRST_PER_MS;
  let doneMs = nowMs();
  let shortMs = nowMs();
  let refusedMs = Number.NEGATIVE_INFINITY;

  const isOverload = (): boolean => nowMs() - refusedMs <= OVER_MS;

  /** A faster pace is proof by itself, a slower one only where enough came to keep the old one up. */
  function learn(count: number, waiting: number, tookMs: number): void {
    const couldBeFaster = isOverload() || waiting >= perMs * tookMs;
    if (tookMs <= 0 || (count < perMs * tookMs && !couldBeFaster)) return;
    perMs += (count / tookMs - perMs) * Math.min(1, tookMs / MEMORY_MS);
  }

  return {
    get isOverload() {
      return isOverload();
    },
    done(count, waiting, beganMs) {
      const now = nowMs();
      learn(count, waiting, now - Math.max(beganMs, doneMs));
      doneMs = now;
    },
    isTooLong(waiting, bearableMs) {
      const now = nowMs();
      const waitMs = waiting / perMs;
      if (waiting < FEW || waitMs <= bearableMs) {
        shortMs = now;
        return false;
      }
      const isBurst = !isOverload() && now - shortMs <= BURST_MS;
      if (isBurst && waitMs <= Math.max(BURST_MS, bearableMs)) return false;
      refusedMs = now;
      return true;
    },
  };
}
