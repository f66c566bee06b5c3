/**
 * An engine whose journal does not answer makes way, but only for a candidate whom the database answers: then it is this
 * process that is cut off. Where the database answers nobody, it is waited for (record 150).
 */
import type { Bus } from '#bus/bus.ts';
import { CANDIDATE_ALIVE } from '#gateway/engine-messages.ts';
import type { Clock } from '#ground/clock.ts';

/** A commit takes some milliseconds. */
const UNANSWERED_MS = 5_000;
/** A candidate that was heard within this time is there. */
const HEARD_MS = 1_000;
const LOOK_MS = 250;

/** `stepDown` must end the process. Returns how to stop. */
export function makeWayWhenCutOff(options: {
  readonly bus: Bus;
  readonly steady: Pick<Clock, 'nowMs' | 'every'>;
  /** How long the oldest command has waited for the disk, if it is not for lack of space. */
  readonly waitingMs: () => number;
  readonly stepDown: (why: Error) => void;
}): () => void {
  const { bus, steady, waitingMs, stepDown } = options;
  let heardMs = Number.NEGATIVE_INFINITY;
  const stopHearing = bus.subscribe(CANDIDATE_ALIVE, () => {
    heardMs = steady.nowMs();
  });
  const stopLooking = steady.every(LOOK_MS, () => {
    if (waitingMs() <= UNANSWERED_MS || steady.nowMs() - heardMs > HEARD_MS) return;
    stopHearing();
    stopLooking();
    stepDown(new Error('the journal does not answer this engine, and answers the one that waits'));
  });
  return () => {
    stopHearing();
    stopLooking();
  };
}
