/**
 * An engine whose journal does not answer makes way, but only for a candidate whom the database answers: then it is this
 * process that is cut off. Where the database answers nobody, or keeps all commits waiting for a standby or the disk, it
 * is waited for (record 150).
 */
import type { CandidateWatch } from '#gateway/candidate-watch.ts';
import type { Clock } from '#ground/clock.ts';

/** A commit takes some milliseconds. */
const UNANSWERED_MS = 5_000;
const LOOK_MS = 250;

/** `stepDown` must end the process. Returns how to stop. */
export function makeWayWhenCutOff(options: {
  readonly candidate: Pick<CandidateWatch, 'isBetterOff'>;
  readonly steady: Pick<Clock, 'every'>;
  /** How long the oldest command has waited for the disk, if it is not for lack of space. */
  readonly waitingMs: () => number;
  readonly stepDown: (why: Error) => void;
}): () => void {
  const { candidate, steady, waitingMs, stepDown } = options;
  const stop = steady.every(LOOK_MS, () => {
    if (waitingMs() <= UNANSWERED_MS || !candidate.isBetterOff) return;
    stop();
    stepDown(new Error('the journal does not answer this engine, and answers the one that waits'));
  });
  return stop;
}
