/** Listens to the engine that waits for its turn: whether one is there, and whether it could do what this one can't. */
import type { Bus } from '#bus/bus.ts';
import { CANDIDATE_ALIVE, decodeCandidate } from '#gateway/engine-messages.ts';
import type { Clock } from '#ground/clock.ts';

export interface CandidateWatch {
  /** How long nothing has been heard of one, in ms; at first, since this began. */
  readonly silentMs: number;
  /** One is there, the database answers it, and does not keep everybody's commits waiting. */
  readonly isBetterOff: boolean;
  close(): void;
}

/** It says so four times a second; one that was heard within this time is there. */
const HEARD_MS = 1_000;

export function watchCandidate({
  bus,
  steady,
}: {
  readonly bus: Bus;
  readonly steady: Pick<Clock, 'nowMs'>;
}): CandidateWatch {
  let heardMs = steady.nowMs();
  let couldWrite = false;
  const close = bus.subscribe(CANDIDATE_ALIVE, (text) => {
    couldWrite = !decodeCandidate(text)?.commitsWait;
    heardMs = steady.nowMs();
  });
  const silentMs = (): number => steady.nowMs() - heardMs;
  return {
    get silentMs() {
      return silentMs();
    },
    get isBetterOff() {
      return couldWrite && silentMs() <= HEARD_MS;
    },
    close,
  };
}
